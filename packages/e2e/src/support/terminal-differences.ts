import type { Terminal } from "@xterm/headless";
import { clientTerminal, write } from "./client-terminal.ts";
import type { AttachedClient, Heard } from "./attached-client.ts";

// By its address: this package's TypeScript project does not reach into the daemon's.
export const { compareTerminals } = (await import(
  new URL("../../../daemon/src/adapters/screen-model/support/compare-terminals.ts", import.meta.url)
    .href
)) as { readonly compareTerminals: (a: Terminal, b: Terminal) => string[] };

/** What two clients show differently: cells, scrollback, cursor, pen and modes. */
export async function differences(a: AttachedClient, b: AttachedClient): Promise<string[]> {
  await Promise.all([a.parsed(), b.parsed()]);
  return compareTerminals(a.terminal, b.terminal);
}

/**
 * What a client that came late got that differs from what one that was there before it had: the
 * stream behind its snapshot byte for byte, the snapshot against the other's screen at exactly that
 * byte, and the screens of both in the end. Both must have heard everything.
 */
export async function differencesSinceAttach(
  first: AttachedClient,
  late: AttachedClient,
): Promise<string[]> {
  const [before, after] = cutWhereAttached(first.heard, late);
  if (!streamOf(after).equals(streamOf(late.sinceLive()))) {
    return ["the stream behind the snapshot is not what the other client got"];
  }
  const [then, snapshot] = await Promise.all([replay(before), replay(late.untilLive())]);
  const atOnce = compareTerminals(then, snapshot).map((text) => `at once: ${text}`);
  const inTheEnd = (await differences(first, late)).map((text) => `in the end: ${text}`);
  return [...atOnce, ...inTheEnd];
}

const streamOf = (heard: readonly Heard[]): Buffer =>
  Buffer.concat(heard.filter((item) => item instanceof Uint8Array));

const isResized = (item: Heard): boolean =>
  !(item instanceof Uint8Array) && item.type === "resized";

/** Splits what a client heard where another one, which heard the same from then on, came in. */
function cutWhereAttached(
  heard: readonly Heard[],
  late: AttachedClient,
): [before: Heard[], after: Heard[]] {
  const since = late.sinceLive();
  let bytes = streamOf(since).length;
  let sizes = since.filter(isResized).length;
  let at = heard.length;
  while (at > 0 && (bytes > 0 || sizes > 0)) {
    const item = heard[--at];
    if (item === undefined) break;
    if (isResized(item)) sizes--;
    if (!(item instanceof Uint8Array)) continue;
    if (item.length > bytes) {
      const cut = item.length - bytes;
      return [
        [...heard.slice(0, at), item.subarray(0, cut)],
        [item.subarray(cut), ...heard.slice(at + 1)],
      ];
    }
    bytes -= item.length;
  }
  return [heard.slice(0, at), heard.slice(at)];
}

/** A fresh terminal after everything in a client's order. */
export async function replay(heard: readonly Heard[], scrollback?: number): Promise<Terminal> {
  let terminal: Terminal | null = null;
  for (const item of heard) {
    if (item instanceof Uint8Array) {
      if (terminal === null) throw new Error("bytes came before their terminal's size");
      await write(terminal, item);
    } else if (item.type === "attached" || item.type === "resync") {
      terminal = clientTerminal(item, scrollback);
    } else if (item.type === "resized") terminal?.resize(item.cols, item.rows);
  }
  if (terminal === null) throw new Error("nothing was heard");
  return terminal;
}

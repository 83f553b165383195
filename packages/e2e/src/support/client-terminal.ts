import headless from "@xterm/headless";
import type { Terminal } from "@xterm/headless";

// The widths' addon reads garbage out of a Buffer that Node cut from its pool (xterm.js issue 6079).
const savedPoolSize = Buffer.poolSize;
Buffer.poolSize = 0;
const { default: graphemes } = await import("@xterm/addon-unicode-graphemes");
Buffer.poolSize = savedPoolSize;

/** As much history as a model of the daemon keeps. */
const SCROLLBACK = 1_000;

/** An emulator as a page has it: xterm.js with the widths of the project, told nothing else. */
export function clientTerminal(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  scrollback = SCROLLBACK,
): Terminal {
  const quiet = { allowProposedApi: true, logLevel: "off" } as const;
  const terminal = new headless.Terminal({ cols, rows, scrollback, ...quiet });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  return terminal;
}

/** Resolves when everything written so far, and these bytes, are parsed. */
export function write(terminal: Terminal, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve));
}

/** The lines of the screen, without trailing blanks. */
export function screenLines({ buffer, rows }: Terminal): string[] {
  return lines(buffer.active, buffer.active.baseY, rows);
}

/** The lines of the scrollback and the screen; wrapped ones are put together again. */
export function allLines({ buffer }: Terminal): string[] {
  const all: string[] = [];
  for (let at = 0; at < buffer.active.length; at++) {
    const line = buffer.active.getLine(at);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped === true) all.push((all.pop() ?? "") + text);
    else all.push(text);
  }
  return all;
}

function lines(buffer: Terminal["buffer"]["active"], from: number, count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      buffer
        .getLine(from + at)
        ?.translateToString(true)
        .trimEnd() ?? "",
  );
}

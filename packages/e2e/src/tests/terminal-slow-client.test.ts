import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AttachedClient } from "../support/attached-client.ts";
import { differences } from "../support/terminal-differences.ts";
import { TestDaemon } from "../support/test-daemon.ts";

const MEGABYTE = 1024 * 1024;

const MAX_GROWTH = 10 * MEGABYTE;

/**
 * A busy machine lets the model's queue grow now and then, and memory that was taken once stays. What
 * a client that does not read costs would show in every round.
 */
const ROUNDS = 3;

/** Asked for a soak, the client stays away for a minute instead of some seconds. */
const SOAK = process.env["MAESTRO_SOAK"] === "1";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** Writes as fast as it can until Enter, then a screen that stays. */
const FLOOD =
  "seq 1 99999999999 & flood=$!; read -r x; kill $flood; wait; seq 1 40; printf DONE; read -r x";

/** The daemon's memory in bytes. */
async function resident(): Promise<number> {
  const status = await readFile(`/proc/${daemon.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** The most memory that the daemon takes while a client reads, looked at with every megabyte. */
async function peakWhile(reader: AttachedClient, isEnough: () => boolean): Promise<number> {
  let peak = 0;
  while (!isEnough()) {
    const next = reader.bytesHeard + MEGABYTE;
    await reader.until("the flood goes on", () => reader.bytesHeard >= next);
    peak = Math.max(peak, await resident());
  }
  return peak;
}

function enough(bytes: number, reader: AttachedClient): () => boolean {
  const goal = reader.bytesHeard + bytes;
  return () => reader.bytesHeard >= goal;
}

function forAMinute(): () => boolean {
  const end = performance.now() + 60_000;
  return () => performance.now() > end;
}

test("B28 a client that stops reading costs nobody anything, and comes back to the right screen", async () => {
  const flood = await daemon.create({ command: ["/bin/sh", "-c", FLOOD], cols: 80, rows: 24 });
  const typed = await daemon.create({ command: ["cat"] });
  const reader = await AttachedClient.open(daemon, flood.id, { record: false, show: false });
  const typist = await AttachedClient.open(daemon, typed.id);
  const slow: AttachedClient[] = [];
  const growths: number[] = [];
  while (growths.length < ROUNDS && !growths.some((growth) => growth < MAX_GROWTH)) {
    const span = (): (() => boolean) => (SOAK ? forAMinute() : enough(48 * MEGABYTE, reader));
    // As long as what it is compared with: a peak grows with the time that one looks for it.
    const before = await peakWhile(reader, span());
    const client = await AttachedClient.open(daemon, flood.id, { record: false });
    client.pause();
    slow.push(client);
    growths.push((await peakWhile(reader, span())) - before);
  }
  expect(Math.min(...growths) / MEGABYTE).toBeLessThan(MAX_GROWTH / MEGABYTE);

  for (const word of ["typing", "goes", "on"]) {
    typist.type(`${word}\r`);
    await typist.untilScreen(new RegExp(`^${word}\n${word}`, "m"));
  }
  reader.type("\r");
  const shown = await AttachedClient.open(daemon, flood.id);
  await shown.untilScreen("DONE");
  for (const client of slow) {
    const back = await comeBack(client);
    await back.untilScreen("DONE");
    expect(await differences(shown, back)).toEqual([]);
  }
  // Nobody else is set back for it. Whether the flood's reader keeps up itself is the machine's doing.
  expect(typist.frames.map(({ type }) => type)).not.toContain("resync");
  expect(reader.closed).toBeNull();
}, 600_000);

/** Reads again, and is told that it missed something, also after a minute. */
async function comeBack(client: AttachedClient): Promise<AttachedClient> {
  client.resume();
  await client.untilFrame("resync");
  return client;
}

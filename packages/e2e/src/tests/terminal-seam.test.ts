import { afterAll, beforeAll, expect, test } from "vitest";
import { AttachedClient } from "../support/attached-client.ts";
import { allLines } from "../support/client-terminal.ts";
import { replay } from "../support/terminal-differences.ts";
import { TestDaemon } from "../support/test-daemon.ts";

/** A thousand where a soak is asked for. */
const ATTACHES = process.env["MAESTRO_SOAK"] === "1" ? 1_000 : 300;
const AT_ONCE = 6;
const STREAM_BYTES = 16 * 1024;
const MANY_LINES = 100_000;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** Where a client's text is not one number after the other; the last line may not be whole yet. */
function breaks(lines: readonly string[]): string[] {
  const written = lines.slice(
    0,
    lines.findLastIndex((line) => line !== ""),
  );
  return written.flatMap((line, at) => {
    const before = written[at - 1];
    return before === undefined || Number(line) === Number(before) + 1
      ? []
      : [`${before} → ${line}`];
  });
}

async function attachOnce(id: string): Promise<string[]> {
  const client = await AttachedClient.open(daemon, id, { show: false });
  const from = client.bytesHeard;
  await client.until("the stream goes on", () => client.bytesHeard - from > STREAM_BYTES);
  client.drop();
  return allLines(await replay(client.heard, MANY_LINES));
}

test(`a counter at full speed: no gap, double or disorder in ${ATTACHES} attaches`, async () => {
  const { id } = await daemon.create({ command: ["seq", "1", "9999999999"], cols: 80, rows: 24 });
  const found: string[][] = [];
  let fewest = Infinity;
  let begun = 0;
  const attach = async (): Promise<void> => {
    while (begun++ < ATTACHES) {
      const lines = await attachOnce(id);
      found.push(breaks(lines));
      fewest = Math.min(fewest, lines.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attach));
  expect(found).toHaveLength(ATTACHES);
  expect(found.flat()).toEqual([]);
  // The whole of a snapshot and more than a screen of the stream behind it.
  expect(fewest).toBeGreaterThan(1_500);
  await daemon.api.killSession({ params: { id }, query: { force: "true" } });
}, 600_000);

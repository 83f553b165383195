import { afterAll, beforeAll, expect, test } from "vitest";
import { TmuxBench } from "./support/tmux-bench.ts";

let bench: TmuxBench;
beforeAll(async () => {
  bench = await TmuxBench.open();
});
afterAll(() => bench.close());

const sh = (line: string): string[] => ["/bin/sh", "-c", line];

const shown = (bytes: Uint8Array, rows: number): string[] => {
  const lines = Buffer.from(bytes).toString().split("\r\n");
  expect(lines.pop()).toBe(`${"\n".repeat(rows - 1)}\x1b)B`);
  return lines.map((line) => line.replace(/^\x1b\)0/, "").replace(/\x1b\[0m\x0f$/, ""));
};

test("what scrolled off the screen is told with its colours, as much of its end as is asked for, and wrapped lines whole", async () => {
  const long = "long ".repeat(30);
  const line = `seq 1 5000; printf '\\033[31mred\\n${long}\\033[0m\\n'; seq 1 24; printf end; read -r x`;
  const { pane, seen } = await bench.start(sh(line));
  await seen.untilText("end");
  const all = shown(await pane.scrollback(1_000_000), 24);
  expect(all).toHaveLength(5_003);
  expect(all.slice(0, 2)).toEqual(["1", "2"]);
  expect(all.slice(-4)).toEqual(["5000", "\x1b[31mred", `\x1b[31m${long}`, "\x1b[31m\x1b[39m1"]);
  const some = await pane.scrollback(1_000);
  expect(some.length).toBeLessThan(1_100);
  expect(shown(some, 24)).toEqual(all.slice(-shown(some, 24).length));
  await pane.kill();
});

test("where nothing scrolled off the screen there is nothing to tell", async () => {
  const { pane, seen } = await bench.start(sh("printf here; read -r x"));
  await seen.untilText("here");
  expect(await pane.scrollback(1_000)).toHaveLength(0);
  await pane.kill();
});

import { expect, test } from "vitest";
import { Emulator } from "./emulator.ts";

// Where the addon's table of widths was read from the wrong place in memory, these come out wrong.
test.each([
  ["🎉", 2],
  ["👍🏽", 2],
  ["👨‍👩‍👧", 2],
  ["✔️", 2],
  ["漢", 2],
  ["é", 1],
])("%s is %i cells wide", (character, width) => {
  const emulator = new Emulator({ cols: 20, rows: 3 }, 0);
  emulator.feed(Buffer.from(character));
  expect(emulator.core.buffers.active.x).toBe(width);
});

test("a stream longer than xterm.js decodes at once loses no character at the borders", () => {
  const emulator = new Emulator({ cols: 10, rows: 3 }, 0);
  let printed = 0;
  emulator.terminal.onLineFeed(() => (printed += 1));
  emulator.feed(Buffer.from("—\n".repeat(200_000)));
  expect(printed).toBe(200_000);
});

import { expect, test } from "vitest";
import { KEPT_BYTES, MODEL_LINES } from "../domain/scrollback.ts";
import { lastScreen } from "./last-screen.ts";

const SIZE = { cols: 80, rows: 24 };

/** A terminal with so many lines above its screen, and so many bytes to draw them all. */
function terminalWith(above: number, bytes = 10) {
  const lines = Array.from({ length: above + SIZE.rows }, () => "");
  return {
    snapshot: async () => ({ ...SIZE, bytes: Buffer.alloc(bytes, "w") }),
    screenOnly: async () => ({ ...SIZE, bytes: Buffer.from("screen") }),
    text: async () => ({ ...SIZE, lines, cursor: { x: 0, y: 0 }, title: "" }),
  };
}

const tmux = { scrollback: async () => Buffer.from("older ") };
const away = { scrollback: () => Promise.reject(new Error("its tmux server is gone")) };
const textOf = async (screen: Promise<{ readonly bytes: Uint8Array }>): Promise<string> =>
  Buffer.from((await screen).bytes).toString();

test("a model that has everything is the last screen", async () => {
  expect(await textOf(lastScreen(terminalWith(MODEL_LINES - 1), tmux))).toBe("wwwwwwwwww");
});

test("where lines are older than the model goes, all of them are of tmux", async () => {
  expect(await textOf(lastScreen(terminalWith(MODEL_LINES), tmux))).toBe("older screen");
});

test("tmux is asked for no more than is kept", async () => {
  const asked: number[] = [];
  const scrollback = async (maxBytes: number) => {
    asked.push(maxBytes);
    return Buffer.from("");
  };
  await lastScreen(terminalWith(3, KEPT_BYTES + 1), { scrollback });
  expect(asked).toEqual([KEPT_BYTES]);
});

test("where tmux is gone, what the model has is kept, as far as that may be", async () => {
  expect(await textOf(lastScreen(terminalWith(MODEL_LINES), away))).toBe("wwwwwwwwww");
  expect(await textOf(lastScreen(terminalWith(9, KEPT_BYTES + 1), away))).toBe("screen");
});

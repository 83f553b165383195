import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

const LINK = "http://127.0.0.1:4100/#login=0123456789abcdef0123456789abcdef";

/** The rows of dark cells that half blocks show, light being drawn. */
function rowsOf(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => [
    line.split("").map((cell) => cell === " " || cell === "▄"),
    line.split("").map((cell) => cell === " " || cell === "▀"),
  ]);
}

test("the blocks are the cells of the code, with the quiet border that cameras need", () => {
  const { data, size } = encode(LINK, { border: 2 });
  const rows = rowsOf(qrCode(LINK, false));
  expect(rows.slice(0, size)).toEqual(data);
  expect(rows[0]?.every((dark) => !dark)).toBe(true);
});

test("in colour it is the same whatever the terminal's own colours are", () => {
  const plain = qrCode(LINK, false);
  const coloured = qrCode(LINK, true);
  expect(coloured.map((line) => line.slice(WHITE.length, -4))).toEqual(plain);
  expect(coloured.every((line) => line.startsWith(WHITE) && line.endsWith("\u001B[0m"))).toBe(true);
});

const WHITE = "\u001B[38;5;231;48;5;16m";

import { expect, test } from "vitest";
import { isKey, pointsAt, questionOn } from "./question.ts";

const CLAUDE = ["│ Do you want to proceed? │", "│ ❯ 1. Yes │", "│   2. No │", ""];
const GEMINI = ["│ Allow execution? │", "│ ● 1. Yes, allow once │", "│   2. No (esc) │"];

test("a question stays the same when another choice is pointed at, and no longer", () => {
  const other = ["│ Do you want to proceed? │", "│   1. Yes │", "│ ❯ 2. No │"];
  const bare = (line: string) => line.replaceAll(/[│\s]/g, "");
  expect(questionOn(other).split("\n").map(bare)).toEqual(questionOn(CLAUDE).split("\n").map(bare));
  expect(questionOn(["$ rm a", ...CLAUDE])).not.toBe(questionOn(["$ rm b", ...CLAUDE]));
});

test.each([
  [CLAUDE, "1", true],
  [CLAUDE, "2", false],
  [CLAUDE, "n", false],
  [GEMINI, "1", true],
  [["› 10. Ten", "  1. One"], "1", false],
  [[], "1", false],
])("%j points at %s: %s", (lines, key, points) => {
  expect(pointsAt(lines, key)).toBe(points);
});

test("a sentence is no key", () => {
  expect(["1", " y\n", "é", "😀"].map(isKey)).toEqual([true, true, true, true]);
  expect(["", "10", "yes"].map(isKey)).toEqual([false, false, false]);
});

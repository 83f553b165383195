import { expect, test } from "vitest";
import { compareScreens, type ScreenChange } from "./compare-screens.ts";

test.each<readonly [string, string, string, ScreenChange]>([
  ["nothing", "a b c", "a b c", "same"],
  ["a spinner", "a | c", "a / c", "redrawn"],
  ["a line that goes", "a b c", "a b", "redrawn"],
  ["a line that comes", "a b", "a b c", "advanced"],
  ["a screen that scrolls", "a b c d", "b c d e", "advanced"],
  ["a screen that scrolls above a composer", "a b c >", "b c d >", "advanced"],
  ["another screen", "a b c", "x y z", "redrawn"],
  ["a cleared screen", "a b c", "", "redrawn"],
])("%s", (...[, before, after, change]) => {
  const lines = (text: string): string[] => text.split(" ");
  expect(compareScreens(lines(before), lines(after))).toBe(change);
});

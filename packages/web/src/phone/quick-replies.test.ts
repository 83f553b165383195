import { expect, test } from "vitest";
import { withCtrl } from "../terminal/control-letter.ts";
import { lastWords } from "../sessions/last-words.ts";
import { lastLines, quickReplies } from "./quick-replies.ts";

test.each([
  [
    ["Apply this plan?", " 1  Yes", " 2  Yes, and don't ask again", " 3  No"],
    ["1", "2", "3"],
  ],
  [
    ["❯ 1. Yes", "  2. No"],
    ["1", "2"],
  ],
  [
    ["│ ❯ 1. Yes │", "│   2. No  │"],
    ["1", "2"],
  ],
  [["Overwrite? [y/N] "], ["y", "n"]],
  [["Continue (yes/no)?"], ["y", "n"]],
  [["1 file changed", "2 insertions"], []],
  [["What next?", "> "], []],
  [["only 1 of 3"], []],
  [["2. second", "3. third"], []],
  [[], []],
])("%j is answered by %j", (lines, keys) => {
  expect(quickReplies(lines)).toEqual(keys);
});

test("the last lines begin with words and end with words", () => {
  expect(lastLines("a\n\nb\nc  \n\n\n", 3)).toEqual(["b", "c"]);
  expect(lastLines("", 3)).toEqual([]);
});

test("a question is the last line with words in it, frames aside", () => {
  expect(lastWords("Run this?\n│ > yes │\n└──────┘\n\n")).toBe("> yes");
  expect(lastWords("\n---\n")).toBe("");
});

test("a held Ctrl makes control letters", () => {
  expect([withCtrl("c"), withCtrl("C"), withCtrl("["), withCtrl("1"), withCtrl("ä")]).toEqual([
    "\u0003",
    "\u0003",
    "\u001b",
    "1",
    "ä",
  ]);
});

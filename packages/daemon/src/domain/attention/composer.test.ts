import fc from "fast-check";
import { expect, test } from "vitest";
import { inComposer, isPromptOf } from "./composer.ts";

const TEXT = "fix the flaky login test in src/auth, please";
const CLAUDE_EMPTY = [
  "> fix the flaky login test in src/auth, please",
  "⏺ Done.",
  "────",
  ">",
  "────",
  "  ? for shortcuts",
];

test.each<readonly [string, readonly string[], string, ReturnType<typeof inComposer>]>([
  ["no composer", ["$ ls", "a b"], TEXT, "absent"],
  ["nothing on the screen", [], TEXT, "absent"],
  ["Claude Code, typed", ["╭────╮", `│ > ${TEXT}   │`, "╰────╯"], TEXT, "stands"],
  ["Claude Code, newer", ["────", `❯ ${TEXT}`, "────"], TEXT, "stands"],
  ["Claude Code, submitted", CLAUDE_EMPTY, TEXT, "empty"],
  ["Claude Code, a paste", ["> [Pasted text #1 +12 lines]"], `a\n${TEXT}`, "stands"],
  ["a hint in grey", ['> Try "edit app.ts to…"'], TEXT, "empty"],
  ["Codex, typed", [`› ${TEXT}`, "", "  100% context left"], TEXT, "stands"],
  ["Codex, its hint", ["› Ask Codex to do anything"], TEXT, "empty"],
  ["opencode", [`┃ ${TEXT}`, "ctrl+p commands"], TEXT, "stands"],
  ["wrapped on a narrow screen", ["> fix the fla", "  ky login"], TEXT, "stands"],
  ["the first of several lines", ["> one", "  two"], "one\ntwo", "stands"],
  ["behind a draft", [`> draft ${TEXT}`], TEXT, "stands"],
  ["a menu", ["❯ 1. Yes", "  2. No"], TEXT, "empty"],
  ["another text", ["> something else"], TEXT, "empty"],
  ["an empty text", ["> something"], "", "empty"],
])("%s", (...[, lines, text, where]) => {
  expect(inComposer(lines, text)).toBe(where);
});

test("a text in any composer is found", () => {
  const text = fc.stringMatching(/^[a-z]{1,10}( [a-z]{1,10}){0,6}$/);
  fc.assert(
    fc.property(text, fc.constantFrom("> ", "❯ ", "› ", "┃ ", "│ > "), (one, mark) => {
      expect(inComposer(["above", mark + one, "──"], one)).toBe("stands");
      expect(inComposer([mark + one, "──", mark], one)).toBe("empty");
    }),
  );
});

test("a prompt is of a text that it holds, however its blanks were laid", () => {
  expect(isPromptOf("one\ntwo", "one two")).toBe(true);
  expect(isPromptOf("first\n\nsecond", "second")).toBe(true);
  expect(isPromptOf("something", "other")).toBe(false);
});

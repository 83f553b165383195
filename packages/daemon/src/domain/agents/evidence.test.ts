import fc from "fast-check";
import { expect, test } from "vitest";
import { agentNamed, AGENTS } from "./agents.ts";

/** What stands on the screen of Claude Code while it asks. */
const CLAUDE_QUESTION = [
  "● Bash(npm test)",
  "╭──────────────────────────────╮",
  "│ Bash command                 │",
  "│   npm test                   │",
  "│ Do you want to proceed?      │",
  "│ ❯ 1. Yes                     │",
  "│   2. No, and tell Claude what to do differently (esc) │",
  "╰──────────────────────────────╯",
  "",
];
const CLAUDE_COMPOSER = ["╭────────╮", "│ >      │", "╰────────╯", "  ? for shortcuts"];

type Row = readonly [
  what: string,
  agent: string,
  title: string,
  screen: readonly string[],
  state: string | null,
];

test.each<Row>([
  ["a braille title", "claude", "⠐ Fix login", CLAUDE_COMPOSER, "active"],
  ["a star", "claude", "✳ Fix login", CLAUDE_COMPOSER, "idle"],
  [
    "D01 a question under a spinning title",
    "claude",
    "⠂ Fix login",
    CLAUDE_QUESTION,
    "awaiting_input",
  ],
  [
    "a status line",
    "claude",
    "",
    ["✻ Baking… (35s · ↓ 1.2k tokens)", ...CLAUDE_COMPOSER],
    "active",
  ],
  ["a hint", "claude", "", ["  something (esc to interrupt)", ...CLAUDE_COMPOSER], "active"],
  [
    "an interrupt",
    "claude",
    "",
    ["  ⎿  Interrupted · What should Claude do instead?", ...CLAUDE_COMPOSER],
    "idle",
  ],
  [
    "an interrupt of before",
    "claude",
    "",
    ["Interrupted · What should Claude do instead?", "> go on", "⏺ Done.", ...CLAUDE_COMPOSER],
    null,
  ],
  [
    "the trust dialog",
    "claude",
    "",
    [
      "Do you trust the files in this folder?",
      "❯ 1. Yes, proceed",
      "  2. No, exit",
      "Enter to confirm",
    ],
    "awaiting_input",
  ],
  [
    "a menu",
    "claude",
    "",
    ["Which one?", "❯ 1. A", "  2. B", "Enter to select · Esc to cancel"],
    "awaiting_input",
  ],
  [
    "a question long ago",
    "claude",
    "",
    ["Do you want to proceed?", "⏺ Yes.", ...CLAUDE_COMPOSER],
    null,
  ],
  ["a quiet composer", "claude", "shop", CLAUDE_COMPOSER, null],
  ["a braille title", "codex", "⠋ shop", ["› "], "active"],
  ["the blinking mark, on", "codex", "[ ! ] Action Required", [], "awaiting_input"],
  ["the blinking mark, off", "codex", "[ . ] Action Required", [], "awaiting_input"],
  ["a hint", "codex", "shop", ["• Working (3s • esc to interrupt)", "› "], "active"],
  [
    "a question",
    "codex",
    "⠋ shop",
    [
      "Would you like to run the following command?",
      "$ git push",
      "› 1. Yes, proceed (y)",
      "  2. No (esc)",
    ],
    "awaiting_input",
  ],
  ["a form", "codex", "", ["Name?", "enter to submit | esc to cancel"], "awaiting_input"],
  [
    "an interrupt",
    "codex",
    "",
    ["■ Conversation interrupted - tell the model what to do", "› "],
    "idle",
  ],
  ["a plain title", "codex", "shop", ["› "], null],
  ["a star", "gemini", "✦  Working… (shop)", [], "active"],
  ["a clock", "gemini", "⏲  Working… (shop)", [], "active"],
  [
    "a hand",
    "gemini",
    "✋  Action Required (shop)",
    ["⠋ Waiting (esc to cancel, 3s)"],
    "awaiting_input",
  ],
  ["ready", "gemini", "◇  Ready (shop)", [], "idle"],
  ["a hint", "gemini", "", ["⠏ Thinking (esc to cancel, 3s)"], "active"],
  [
    "a question",
    "gemini",
    "✦  Working…",
    ["Apply this change?", "● 1. Yes, allow once", "  2. No"],
    "awaiting_input",
  ],
  ["a hint", "opencode", "OC | fix", ["■■⬝⬝ esc interrupt"], "active"],
  [
    "a permission",
    "opencode",
    "OC | fix",
    ["┃ △ Permission required", "┃ esc interrupt"],
    "awaiting_input",
  ],
  ["a title", "opencode", "OC | fix", [], null],
  ["an open question", "generic", "", ["Overwrite? [y/N]", ""], "awaiting_input"],
  [
    "an open question of another kind",
    "generic",
    "",
    ["Apply? (Y)es/(N)o [Yes]:"],
    "awaiting_input",
  ],
  ["an answered question", "generic", "", ["Overwrite? [y/N] y", "$ "], null],
])("%s in %s (title %j)", (...[, agent, title, screenLines, state]) => {
  const seen = agentNamed(agent)?.evidence({ title, screenLines });
  expect(seen?.state ?? null).toBe(state);
  expect(seen?.refutes ?? []).not.toContain(state);
});

test("a title without a spinner refutes only that work goes on", () => {
  const shown = { title: "✳ Fix login", screenLines: CLAUDE_COMPOSER };
  expect(agentNamed("claude")?.evidence(shown)?.refutes).toEqual(["active"]);
});

test("anything on the screen has an answer", () => {
  const line = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("❯ 1. Yes", "Do you want", "esc to interrupt", "│", "✻ Baking…", "? (y/n)"),
  );
  const shown = fc.record({ title: fc.string({ unit: "binary" }), screenLines: fc.array(line) });
  fc.assert(
    fc.property(shown, (one) => {
      for (const agent of [...AGENTS, agentNamed("generic")]) {
        const seen = agent?.evidence(one) ?? null;
        expect(seen === null || seen.why !== "").toBe(true);
      }
    }),
  );
});

import { expect, test } from "vitest";
import { aSession, NOON } from "../support/a-session.ts";
import { age, commandWord, nameOf, stateWords, unsavedMark, unsavedWords } from "./words.ts";

test.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [3_600_000, "1 h"],
  [86_400_000, "1 d"],
  [13 * 86_400_000, "13 d"],
  [14 * 86_400_000, "2 wk"],
  [-5_000, "0 s"],
])("%d ms are %s", (passed, words) => {
  expect(age(NOON, NOON + passed)).toBe(words);
});

test("a state is said with its age", () => {
  const now = NOON + 240_000;
  const exit = { code: 101, signal: null, at: new Date(NOON).toISOString() };
  expect(stateWords(aSession({ activity: "awaiting_input" }), now)).toBe("Waits for you, 4 min");
  expect(stateWords(aSession({ status: "dead", exit }), now)).toBe("Exit 101, 4 min ago");
  const killed = { ...exit, code: null, signal: "SIGTERM" };
  expect(stateWords(aSession({ status: "dead", exit: killed }), now)).toBe(
    "Ended by SIGTERM, 4 min ago",
  );
  expect(stateWords(aSession({ status: "dormant" }), now)).toBe("Dormant, 4 min");
});

test("a session without a name is called by what runs in it", () => {
  expect(nameOf(aSession({ name: "Fix" }))).toBe("Fix");
  expect(nameOf(aSession({ foreground: "vim" }))).toBe("vim");
  expect(nameOf(aSession({ foreground: null, command: ["/usr/bin/claude", "-c"] }))).toBe("claude");
  expect(commandWord("")).toBe("shell");
  expect(nameOf(aSession({ name: "\u202e\u0007" }))).toMatch(/^0{8}$/);
});

const none = { uncommitted: 0, untracked: 0, unpushed: 0, in_progress: null, unknown: null };

test("unsaved work is a number, and unknown is never nothing", () => {
  expect(unsavedMark(null)).toBe("");
  expect(unsavedMark({ ...none, uncommitted: 3, untracked: 1, unpushed: 2 })).toBe("±6");
  expect(unsavedMark({ ...none, in_progress: "rebase" })).toBe("±");
  expect(unsavedMark({ ...none, unknown: "git timed out" })).toBe("±?");
  expect(unsavedWords({ ...none, uncommitted: 1, unpushed: 2, in_progress: "merge" })).toBe(
    "1 changed file, 2 commits on no remote, merge in progress",
  );
});

import { describe, expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { duration, since } from "./relative-time.ts";
import { byNeed, stateMark, stateWords } from "./session-state.ts";
import { shortPath } from "./short-path.ts";
import { wantsColour, wantsUnicode } from "./style.ts";

const now = Date.parse("2026-11-02T10:04:00Z");
const at = "2026-11-02T10:00:00Z";
const exit = (code: number | null, signal: string | null = null) => ({ code, signal, at });

test.each([
  [aSession({ activity: "awaiting_input" }), "waits", "Waits for you, 4 min", ">_"],
  [aSession({ activity: "error" }), "error", "Error, 4 min", "!!"],
  [aSession({ activity: "active" }), "works", "Works, 4 min", "* "],
  [aSession(), "rests", "Rests, 4 min", "- "],
  [aSession({ status: "dead", exit: exit(0) }), "ended", "Ended, ", "x "],
  [aSession({ status: "dead", exit: exit(101) }), "failed", "Exit 101, ", "X "],
  [aSession({ status: "dead", exit: exit(null, "SIGKILL") }), "failed", "Ended by SIGKILL, ", "X "],
  [aSession({ status: "dead" }), "ended", "Ended, exit unknown, ", "x "],
  [aSession({ status: "dormant" }), "dormant", "Dormant, 4 min", "z "],
])("a session in words and as a mark (%#)", (session, mood, words, ascii) => {
  const said = stateWords(session, now);
  expect(said.mood).toBe(mood);
  expect(`${said.label}, ${said.age}`).toBe(words);
  expect(stateMark(said.mood, false)).toBe(ascii);
});

test("those that need you come first, the longest wait on top", () => {
  const ids = ["1", "2", "3", "4", "5"] as const;
  const list = [
    aSession({ id: ids[0], status: "dormant" }),
    aSession({ id: ids[1] }),
    aSession({ id: ids[2], activity: "awaiting_input", activity_since: "2026-11-02T10:03:00Z" }),
    aSession({ id: ids[3], activity: "active" }),
    aSession({ id: ids[4], activity: "error", activity_since: "2026-11-02T10:01:00Z" }),
  ];
  expect(byNeed(list, now).map(({ id }) => id)).toEqual(["5", "3", "4", "2", "1"]);
});

describe("times, paths and the terminal's wishes", () => {
  test.each([
    [0, "0 s"],
    [59.9, "59 s"],
    [60, "1 min"],
    [3599, "59 min"],
    [7200, "2 h"],
    [172_800, "2 d"],
    [-5, "0 s"],
  ])("%d seconds are %s", (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  test("a moment in the future is now", () => {
    expect(since("2026-11-02T11:00:00Z", now)).toBe("0 s");
  });

  test.each([
    ["/home/me", "~"],
    ["/home/me/a", "~/a"],
    ["/home/meg/a", "/home/meg/a"],
    ["/", "/"],
  ])("%s is shown as %s", (path, shown) => {
    expect(shortPath(path, "/home/me")).toBe(shown);
  });

  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
  ])("colour on a terminal (%s) with %j: %s", (terminal, env, wanted) => {
    expect(wantsColour(terminal, env)).toBe(wanted);
  });

  test.each([
    [{ LANG: "C.UTF-8" }, true],
    [{ LANG: "en_US.utf8", LC_ALL: "C" }, false],
    [{ LC_CTYPE: "UTF-8" }, true],
    [{}, false],
  ])("Unicode with %j: %s", (env, wanted) => {
    expect(wantsUnicode(env)).toBe(wanted);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { aSession, aWorktree, NOON } from "../support/a-session.ts";
import { type BarSource, findInBar } from "./bar-items.ts";
import { fuzzyMatch } from "./fuzzy.ts";

test("letters are found in order, at the beginnings of words first", () => {
  expect(fuzzyMatch("re", "Rate limits per token")?.at).toEqual([0, 3]);
  expect(fuzzyMatch("frt", "Flaky retry test")?.at).toEqual([0, 6, 12]);
  expect(fuzzyMatch("retry", "Flaky retry test")?.at).toEqual([6, 7, 8, 9, 10]);
  expect(fuzzyMatch("zz", "Flaky retry test")).toBeNull();
  expect(fuzzyMatch("", "anything")).toEqual({ score: 0, at: [] });
});

test("what is marked spells the query", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from("ab c-/")), maxLength: 6 }),
      fc.string({ unit: fc.constantFrom(...Array.from("abc -/")), maxLength: 30 }),
      (query, text) => {
        const match = fuzzyMatch(query, text);
        if (match === null || match.at.length === 0) return;
        const found = match.at.map((at) => text[at]).join("");
        expect(found.replaceAll(" ", "")).toBe(query.replaceAll(" ", ""));
        expect(match.at).toEqual([...match.at].sort((a, b) => a - b));
      },
    ),
  );
});

const source = (changes: Partial<BarSource> = {}): BarSource => ({
  sessions: [],
  current: undefined,
  retained: 2,
  dormant: 0,
  screenReader: false,
  theme: "dark",
  now: NOON,
  ...changes,
});

const titles = (groups: ReturnType<typeof findInBar>) =>
  groups.flatMap((group) => group.items.map(({ item }) => item.title));

test("without a query sessions stand by last focus, then actions, then what is everywhere", () => {
  const old = aSession({ name: "old", last_focused_at: new Date(NOON).toISOString() });
  const fresh = aSession({ name: "fresh", last_focused_at: new Date(NOON + 1000).toISOString() });
  const groups = findInBar(source({ sessions: [old, fresh], current: old }), "");
  expect(groups.map(({ title }) => title)).toEqual([
    "Sessions, last focused first",
    "Actions on old",
    "Everywhere",
  ]);
  expect(titles(groups).slice(0, 2)).toEqual(["fresh", "old"]);
});

test("a session is found by its branch too, behind those found by name", () => {
  const named = aSession({ name: "fix it" });
  const branched = aSession({ name: "other", worktree: aWorktree("fix/it") });
  const groups = findInBar(source({ sessions: [branched, named] }), "fix");
  expect(titles(groups)).toEqual(["fix it", "other"]);
});

test("only what can be done is offered", () => {
  const running = aSession({ name: "a" });
  const dead = aSession({ name: "b", status: "dead" });
  const offered = (current: typeof running, dormant = 0) =>
    titles(findInBar(source({ current, dormant }), ""));
  expect(offered(running)).toContain("End session");
  expect(offered(running)).not.toContain("Resume");
  expect(offered(running)).not.toContain("Resume all dormant sessions");
  expect(offered(dead)).toEqual(expect.arrayContaining(["Dismiss session", "Resume"]));
  expect(offered(dead, 1)).toContain("Resume all dormant sessions");
});

import { expect, test } from "vitest";
import { aSession, NOON } from "../support/a-session.ts";
import { countMarks, markOf, needsYou, whoNeedsYou } from "./mark.ts";

const ended = (code: number | null, signal: string | null = null) =>
  aSession({ status: "dead", exit: { code, signal, at: new Date(NOON).toISOString() } });

test.each([
  [aSession({ activity: "awaiting_input" }), "wait", true],
  [aSession({ activity: "error" }), "error", true],
  [aSession({ activity: "active" }), "active", false],
  [aSession({ activity: "idle" }), "idle", false],
  [ended(0), "dead", false],
  [ended(101), "failed", false],
  [ended(null, "SIGKILL"), "failed", false],
  [ended(null), "dead", false],
  [aSession({ status: "dead", exit: null }), "dead", false],
  [aSession({ status: "dormant", activity: "awaiting_input" }), "dormant", false],
])("a session has one mark, and only solid ones need somebody (%#)", (session, mark, needs) => {
  expect([markOf(session), needsYou(session)]).toEqual([mark, needs]);
});

test("who needs somebody stands by the length of the wait", () => {
  const since = (minutes: number) => new Date(NOON - minutes * 60_000).toISOString();
  const late = aSession({ activity: "error", activity_since: since(1) });
  const long = aSession({ activity: "awaiting_input", activity_since: since(11) });
  const quiet = aSession({ activity: "idle", activity_since: since(99) });
  expect(whoNeedsYou([late, quiet, long]).map(({ id }) => id)).toEqual([long.id, late.id]);
});

test("marks are counted", () => {
  const counts = countMarks([aSession(), aSession(), ended(1)]);
  expect([...counts]).toEqual([
    ["idle", 2],
    ["failed", 1],
  ]);
});

import { beforeEach, expect, test } from "vitest";
import { aSession, sessionId } from "../domain/support/a-session.ts";
import { Reports } from "./reports.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const ID = sessionId(1);
const TTL_MS = 5 * 60_000;
const waiting = { state: "awaiting_input", detail: "may I?", agentSessionId: null } as const;

let app: TestApp;
let reports: Reports;
beforeEach(async () => {
  app = testApp();
  await app.store.add(aSession());
  reports = new Reports(app.store, app.clock);
  app.journal.clear();
});
const observed = () => app.store.get(ID)?.observed;

test("a report is told at once, with its detail and since when", () => {
  reports.report(ID, waiting);
  expect(observed()).toMatchObject({
    activity: "awaiting_input",
    activityDetail: "may I?",
    activitySince: app.clock.time,
  });
  expect(app.journal.entries).toEqual(["event: session_updated running quiet-otter"]);
  expect(reports.standing(ID)).toBe("awaiting_input");
});

test("a report that repeats itself is silent and lasts longer; since when stays", () => {
  reports.report(ID, waiting);
  const since = app.clock.time;
  app.clock.time += TTL_MS - 1;
  reports.report(ID, waiting);
  expect(app.journal.entries).toHaveLength(1);
  expect(observed()?.activitySince).toBe(since);
  app.clock.time += TTL_MS - 1;
  expect(reports.standing(ID)).toBe("awaiting_input");
});

test("a new detail alone is told, and since when stays", () => {
  reports.report(ID, waiting);
  const since = app.clock.time;
  app.clock.time += 10;
  reports.report(ID, { ...waiting, detail: "or may I not?" });
  expect(app.journal.entries).toHaveLength(2);
  expect(observed()).toMatchObject({ activityDetail: "or may I not?", activitySince: since });
});

test("a report lapses after five minutes, its detail goes too, and that is told", () => {
  reports.report(ID, waiting);
  app.clock.time += TTL_MS;
  app.journal.clear();
  expect(reports.standing(ID)).toBeNull();
  expect(observed()?.activityDetail).toBeNull();
  expect(app.journal.entries).toEqual(["event: session_updated running quiet-otter"]);
});

test.each(["awaiting_input", "error"] as const)("what is submitted ends %s", (state) => {
  reports.report(ID, { ...waiting, state });
  reports.inputSubmitted(ID);
  expect(reports.standing(ID)).toBeNull();
  expect(observed()?.activityDetail).toBeNull();
});

test.each(["active", "idle"] as const)("what is submitted does not end %s", (state) => {
  reports.report(ID, { ...waiting, state });
  reports.inputSubmitted(ID);
  expect(reports.standing(ID)).toBe(state);
});

test("a session that does not run, or does not exist, takes no report", async () => {
  const dead = sessionId(2);
  await app.store.add(aSession({ id: dead, life: { phase: "dead", exit: null, settled: true } }));
  app.journal.clear();
  reports.report(dead, waiting);
  reports.report(sessionId(3), waiting);
  expect(reports.standing(dead)).toBeNull();
  expect(reports.standing(sessionId(3))).toBeNull();
  expect(app.journal.entries).toEqual([]);
});

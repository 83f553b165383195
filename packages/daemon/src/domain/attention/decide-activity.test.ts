import type { Activity } from "@maestro/protocol";
import { describe, expect, test } from "vitest";
import {
  decideActivity,
  type Job,
  type Look,
  type SeenEvidence,
  type StandingReport,
} from "./decide-activity.ts";

const NOW = 1_000_000;
const AGENT: Job = { program: "claude", pid: 10 };
const SHELL: Job = { program: "bash", pid: 11 };
const ALL: readonly Activity[] = ["active", "idle", "awaiting_input", "error"];

/** A session that has been quiet for a minute. */
const look = (different: Partial<Look> = {}): Look => ({
  now: NOW,
  report: null,
  evidence: null,
  answeredAt: 0,
  changedAt: NOW - 60_000,
  advancedAt: 0,
  cpuAt: 0,
  job: AGENT,
  readsTerminal: null,
  interactive: true,
  ...different,
});
const report = (state: Activity, different: Partial<StandingReport> = {}): StandingReport => ({
  state,
  at: NOW - 10_000,
  until: NOW + 290_000,
  owner: AGENT,
  ...different,
});
const shows = (
  state: SeenEvidence["state"],
  agoMs: number,
  different: Partial<SeenEvidence> = {},
): SeenEvidence => ({
  state,
  source: "title",
  why: `it shows ${state}`,
  refutes: ALL.filter((other) => other !== state),
  since: NOW - agoMs,
  ...different,
});
/** A title without a spinner: no work goes on, and that is all it says. */
const rests = (agoMs: number): SeenEvidence => shows("idle", agoMs, { refutes: ["active"] });

type Row = readonly [what: string, seen: Partial<Look>, activity: Activity, source: string];

test.each<Row>([
  ["the screen changes", { changedAt: NOW - 2_999 }, "active", "process"],
  ["the screen is quiet", { changedAt: NOW - 3_000 }, "awaiting_input", "process"],
  [
    "D03 a silent build uses the CPU",
    { cpuAt: NOW - 2_000, interactive: false },
    "active",
    "process",
  ],
  [
    "a program reads from its terminal",
    { readsTerminal: true, interactive: false },
    "awaiting_input",
    "process",
  ],
  ["a program took the terminal over", { readsTerminal: false }, "awaiting_input", "process"],
  [
    "sleep",
    { job: { program: "sleep", pid: 3 }, interactive: false, readsTerminal: false },
    "idle",
    "process",
  ],
  ["nothing is known of reading", { interactive: false, readsTerminal: null }, "idle", "process"],
  ["nothing is in the foreground", { job: null }, "idle", "process"],
  ["D05 a shell at its prompt", { job: SHELL, readsTerminal: true }, "idle", "process"],
  ["a login shell", { job: { program: "-zsh", pid: 3 } }, "idle", "process"],
  ["ssh", { job: { program: "ssh", pid: 3 }, readsTerminal: true }, "idle", "process"],
  ["docker exec", { job: { program: "docker", pid: 3 } }, "idle", "process"],
  ["sudo", { job: { program: "sudo", pid: 3 } }, "idle", "process"],
  ["a nested tmux", { job: { program: "tmux: client", pid: 3 } }, "idle", "process"],
  [
    "a pass-through that prints",
    { job: { program: "ssh", pid: 3 }, changedAt: NOW },
    "active",
    "process",
  ],
  ["a report", { report: report("error") }, "error", "report"],
  [
    "D01 a question under a spinner",
    { report: report("awaiting_input"), changedAt: NOW },
    "awaiting_input",
    "report",
  ],
  [
    "a report against a title that agrees",
    { report: report("active"), evidence: shows("active", 9_000) },
    "active",
    "report",
  ],
  ["a title", { evidence: shows("active", 0) }, "active", "title"],
  [
    "a question on the screen that moves",
    { evidence: shows("awaiting_input", 0, { source: "screen" }), changedAt: NOW },
    "awaiting_input",
    "screen",
  ],
  [
    "a title at rest over a quiet program that waits",
    { evidence: rests(9_000) },
    "awaiting_input",
    "title",
  ],
  ["a title at rest over a shell", { evidence: rests(9_000), job: SHELL }, "idle", "title"],
  [
    "a title that has only just come to rest",
    { evidence: rests(1_499), changedAt: NOW },
    "active",
    "process",
  ],
  [
    "a title at rest while a clock turns",
    { evidence: rests(1_500), changedAt: NOW },
    "awaiting_input",
    "title",
  ],
  [
    "an interrupt",
    { evidence: shows("idle", 1_500, { refutes: ["active", "awaiting_input"] }) },
    "idle",
    "title",
  ],
])("%s", (...[, seen, activity, source]) => {
  const decision = decideActivity(look(seen));
  expect({ activity: decision.activity, source: decision.by.source }).toEqual({ activity, source });
});

describe("a report ends", () => {
  type End = readonly [what: string, seen: Partial<Look>, why: RegExp | null];
  test.each<End>([
    ["when it is too old", { report: report("active", { until: NOW }) }, /too old/],
    ["not a moment before", { report: report("active", { until: NOW + 1 }) }, null],
    [
      "D07 when its program is gone and the shell is back",
      { report: report("error"), job: SHELL },
      /claude is no longer.*bash is/,
    ],
    [
      "when the same program was started anew",
      { report: report("active"), job: { ...AGENT, pid: 99 } },
      /no longer/,
    ],
    [
      "not where nobody knows whose it is",
      { report: report("active", { owner: null }), job: SHELL },
      null,
    ],
    ["not while the foreground cannot be told", { report: report("active"), job: null }, null],
    [
      "by evidence that is stable",
      { report: report("active"), evidence: shows("idle", 1_500) },
      /the title shows/,
    ],
    [
      "not by evidence that is not",
      { report: report("active"), evidence: shows("idle", 1_499) },
      null,
    ],
    [
      "by old evidence once it has outlasted the report",
      { report: report("active", { at: NOW - 1_500 }), evidence: shows("idle", 60_000) },
      /the title/,
    ],
    [
      "not by old evidence at once",
      { report: report("active", { at: NOW - 1_499 }), evidence: shows("idle", 60_000) },
      null,
    ],
    [
      "not by a title at rest where it says that it waits",
      { report: report("awaiting_input"), evidence: rests(9_000) },
      null,
    ],
    [
      "not by a title at rest where it failed",
      { report: report("error"), evidence: rests(9_000) },
      null,
    ],
    ["not by movement alone", { report: report("error"), changedAt: NOW }, null],
    ["not by the CPU alone", { report: report("error"), cpuAt: NOW }, null],
    [
      "D07 when an agent that failed goes on printing",
      { report: report("error"), changedAt: NOW, advancedAt: NOW },
      /went on/,
    ],
    [
      "when an agent that failed works on",
      { report: report("error"), changedAt: NOW, cpuAt: NOW },
      /went on/,
    ],
    [
      "not by what was drawn with the failure",
      { report: report("error"), advancedAt: NOW - 9_000, changedAt: NOW - 9_000 },
      null,
    ],
    [
      "not because one that waits prints",
      { report: report("awaiting_input"), changedAt: NOW, advancedAt: NOW, cpuAt: NOW },
      null,
    ],
  ])("%s", (...[, seen, why]) => {
    const { reportEnds, by } = decideActivity(look(seen));
    expect(by.source === "report").toBe(why === null);
    expect(reportEnds ?? "it stands").toMatch(why ?? /^it stands$/);
  });
});

test("it says when to look again, where something will be stable then", () => {
  const refuted = look({ report: report("active"), evidence: shows("idle", 500) });
  expect(decideActivity(refuted).lookAgainAt).toBe(NOW + 1_000);
  expect(decideActivity({ ...refuted, now: NOW + 1_000 })).toMatchObject({
    lookAgainAt: null,
    activity: "idle",
  });
  expect(decideActivity(look({ evidence: rests(500) })).lookAgainAt).toBe(NOW + 1_000);
  expect(decideActivity(look()).lookAgainAt).toBeNull();
});

test("an answered question counts again once it has outlasted the answer", () => {
  const asked = look({
    evidence: shows("awaiting_input", 9_000, { source: "screen" }),
    changedAt: NOW,
  });
  expect(decideActivity({ ...asked, answeredAt: NOW - 1_499 })).toMatchObject({
    activity: "active",
    lookAgainAt: NOW + 1,
  });
  expect(decideActivity({ ...asked, answeredAt: NOW - 1_500 }).activity).toBe("awaiting_input");
});

test("a title that says nothing yet is told beside the decision", () => {
  const { by, others } = decideActivity(look({ evidence: rests(0), changedAt: NOW }));
  expect(by.source).toBe("process");
  expect(others).toMatchObject([{ source: "title", says: null }]);
});

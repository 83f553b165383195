import type { Activity } from "@maestro/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decideActivity, type Job, type Look } from "./decide-activity.ts";

const NOW = 1_000_000;
const AGENT: Job = { program: "claude", pid: 10 };
const SHELL: Job = { program: "bash", pid: 11 };
const ALL: readonly Activity[] = ["active", "idle", "awaiting_input", "error"];

const times = fc.integer({ min: 0, max: 10_000 }).map((ago) => NOW - ago);
const anyLook: fc.Arbitrary<Look> = fc.record({
  now: fc.constant(NOW),
  report: fc.option(
    fc.record({
      state: fc.constantFrom(...ALL),
      at: times,
      until: fc.integer({ min: NOW - 100, max: NOW + 10_000 }),
      owner: fc.constantFrom(AGENT, SHELL, null),
    }),
  ),
  evidence: fc.option(
    fc.record({
      state: fc.constantFrom("active" as const, "idle" as const, "awaiting_input" as const),
      source: fc.constantFrom("title" as const, "screen" as const),
      refutes: fc.subarray([...ALL]),
      why: fc.constant("seen"),
      since: times,
    }),
  ),
  answeredAt: times,
  changedAt: times,
  advancedAt: times,
  cpuAt: times,
  job: fc.constantFrom(AGENT, SHELL, { program: "ssh", pid: 5 }, null),
  readsTerminal: fc.constantFrom(true, false, null),
  interactive: fc.boolean(),
});

test("whatever is seen: a report that stands decides, error is only ever reported, the rank holds", () => {
  const rank = ["report", "title", "screen", "process"];
  fc.assert(
    fc.property(anyLook, (seen) => {
      const { activity, by, others, reportEnds, lookAgainAt } = decideActivity(seen);
      const stands = seen.report !== null && reportEnds === null;
      const process = [by, ...others].find(({ source }) => source === "process");
      const isBelow = (source: string): boolean => rank.indexOf(source) > rank.indexOf(by.source);
      expect(by.source === "report").toBe(stands);
      expect(activity).toBe(stands ? seen.report?.state : by.says);
      expect(stands || activity !== "error").toBe(true);
      expect(others.every(({ source, says }) => isBelow(source) || says === null)).toBe(true);
      expect(lookAgainAt === null || lookAgainAt > NOW).toBe(true);
      // The process is always asked, and a shell or what hides another program never waits.
      expect(seen.job === AGENT || process?.says !== "awaiting_input").toBe(true);
    }),
  );
});

test("a decision holds until the time at which to look again, or until work is too long ago", () => {
  fc.assert(
    fc.property(anyLook, (seen) => {
      const first = decideActivity(seen);
      if (first.reportEnds !== null) return;
      const workEnds = Math.max(seen.changedAt, seen.cpuAt) + 3_000;
      const ends = [first.lookAgainAt, seen.report?.until, workEnds > NOW ? workEnds : null];
      const next = Math.min(...ends.map((end) => end ?? Number.POSITIVE_INFINITY), NOW + 60_000);
      expect(decideActivity({ ...seen, now: next - 1 }).activity).toBe(first.activity);
    }),
  );
});

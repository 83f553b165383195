import fc from "fast-check";
import { expect, test } from "vitest";
import { cutEvents, snapshotDifferences } from "./support/snapshot-differences.ts";
import { eventsOfTerminal } from "./support/terminal-streams.ts";

// By hand: SNAPSHOT_RUNS=20000 SNAPSHOT_SEED=$RANDOM npx vitest run …
const numRuns = Number(process.env["SNAPSHOT_RUNS"] ?? 300);
const seed = Number(process.env["SNAPSHOT_SEED"] ?? 20_261_130);

test("a snapshot at any point, and what follows, is the terminal", { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(
      eventsOfTerminal,
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.integer({ min: 1, max: 40 }),
      (events, share, step) => {
        const [before, after] = cutEvents(events, share);
        expect(snapshotDifferences(before, after, { step })).toEqual([]);
      },
    ),
    { numRuns, seed },
  );
});

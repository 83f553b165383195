import fc from "fast-check";
import { expect, test } from "vitest";
import { aSession } from "../../domain/support/a-session.ts";
import type { PaneFacts } from "../../ports/process-table.ts";
import { testApp, type TestApp } from "../support/test-app.ts";

const { id } = aSession();

const JOBS: readonly PaneFacts[] = [
  { foreground: "claude", foregroundPid: 1, cwd: "/work", cpuMs: 0, readsTerminal: null },
  { foreground: "claude", foregroundPid: 1, cwd: "/work", cpuMs: 900, readsTerminal: null },
  { foreground: "bash", foregroundPid: 2, cwd: "/work", cpuMs: 900, readsTerminal: true },
  { foreground: "cat", foregroundPid: 3, cwd: "/tmp", cpuMs: 901, readsTerminal: true },
  { foreground: null, foregroundPid: null, cwd: null, cpuMs: 901, readsTerminal: null },
];

const SCREENS = ["> ", "working\n* esc to interrupt", "Do you want to proceed?\n❯ 1. Yes\n  2. No"];

type Step = (app: TestApp) => void;

const steps: fc.Arbitrary<{ readonly words: string; readonly step: Step }> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ words: "a tick", step: () => {} }) },
  fc.integer({ min: 1, max: 400_000 }).map((ms) => ({
    words: `${ms} ms`,
    step: ({ clock }: TestApp) => void (clock.time += ms),
  })),
  fc.tuple(fc.constantFrom(...SCREENS), fc.boolean()).map(([text, interactive]) => ({
    words: `screen ${JSON.stringify(text)} ${interactive}`,
    step: ({ context }: TestApp) =>
      context.attention.screenChanged(id, { title: "", lines: text.split("\n"), interactive }),
  })),
  fc.constantFrom("active", "idle", "awaiting_input", "error").map((state) => ({
    words: `report ${state}`,
    step: ({ context }: TestApp) =>
      context.attention.reported(id, { state, detail: null, byForeground: true }),
  })),
  fc.constant({
    words: "typed",
    step: ({ context }: TestApp) => context.attention.touched(id),
  }),
  fc.constant({
    words: "submitted",
    step: ({ context }: TestApp) => context.attention.submitted(id),
  }),
);

test("a look that finds nothing new is left out without a difference that anybody could see", () => {
  const ticks = fc.array(
    fc.tuple(fc.array(steps, { maxLength: 3 }), fc.option(fc.nat(JOBS.length - 1))),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(ticks, (all) => {
      const [sparing, thorough] = [testApp(), testApp()];
      const quiet = { ...aSession().observed, activity: "idle", lastActivityAt: 0 } as const;
      for (const app of [sparing, thorough]) {
        app.store.load(aSession({ agent: "claude", observed: quiet }));
      }
      let facts = JOBS[0] as PaneFacts;
      for (const [happens, next] of all) {
        if (next !== null) facts = JOBS[next] as PaneFacts;
        for (const { step } of happens) {
          step(sparing);
          step(thorough);
        }
        for (const app of [sparing, thorough]) app.clock.time += 2_000;
        sparing.context.attention.processSeen(id, facts);
        thorough.context.attention.processSeen(id, { ...facts });
        expect(sparing.store.get(id)?.observed).toEqual(thorough.store.get(id)?.observed);
        expect(sparing.events.length).toBe(thorough.events.length);
      }
    }),
    { numRuns: 300 },
  );
});

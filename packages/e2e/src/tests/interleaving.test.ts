import { expect, test } from "vitest";
import { type Burst, nextBurst, randomOf } from "../support/interleaving/plan.ts";
import { World } from "../support/interleaving/world.ts";

/**
 * Several clients do at once whatever clients can do, and the daemon is killed in between; after each
 * burst list, event streams, disk, git and tmux have to agree with a model and with each other.
 *
 * A longer run: INTERLEAVING_STEPS=10000 INTERLEAVING_SEED=7 npx vitest run …/interleaving.test.ts
 */
const soak = process.env["INTERLEAVING_STEPS"];
const asked = process.env["INTERLEAVING_SEED"];
const seeds = asked === undefined ? [1, 2] : [Number(asked)];
const steps = soak === undefined ? 100 : Number(soak);

const MADE: Burst = {
  clients: [[{ kind: "create", tree: "own", named: true }]],
  crashAfterMs: null,
};
const FLOODED: Burst = {
  clients: [
    [{ kind: "flood", on: 0 }],
    [
      { kind: "create", tree: "none", named: true },
      { kind: "rename", on: 0 },
    ],
  ],
  crashAfterMs: null,
};

/** A busy machine takes many times of what an idle one takes; a step is under a second there. */
const DEADLINE_MS = 120_000 + steps * 4_000;

test.each(seeds)(
  `${steps} steps of several clients at once, seed %i: all that is said agrees`,
  async (seed) => {
    const world = await World.open();
    const random = randomOf(seed);
    try {
      while (world.steps < steps) {
        const at = world.steps;
        try {
          await world.play(nextBurst(random));
          const more = world.housekeeping();
          if (more !== null) await world.play(more);
        } catch (error) {
          throw new Error(`seed ${seed}, behind step ${at}: ${(error as Error).message}`, {
            cause: error,
          });
        }
        if (soak !== undefined) console.log(`${world.steps} steps, lagged ${world.lagged} times`);
      }
      // A subscriber that misses more than can wait for it must have been among it all.
      await world.play(MADE);
      await world.play(FLOODED);
      expect(world.lagged).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  },
  DEADLINE_MS,
);

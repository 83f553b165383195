import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isClear } from "../../domain/unsaved-work.ts";
import type { Worktree } from "../../domain/session.ts";
import type { GitLayer } from "./git-layer.ts";
import { readWholeState, type WholeState } from "./rescue/support/whole-state.ts";
import { MISHAPS } from "./support/mishaps.ts";
import { createScratch, makeTree, type Scratch } from "./support/scratch-repository.ts";
import { findLost, takeStock } from "./support/stakes.ts";

// By hand: TREE_RUNS=3000 TREE_SEED=7 npx vitest run …/no-work-lost.test.ts
const RUNS = Number(process.env["TREE_RUNS"] ?? 40);
const SEED = Number(process.env["TREE_SEED"] ?? 20_261_130);

const WT = "worktrees/base/s1";
const NAMES = ["a.txt", "b.txt", "d/c.txt", "d/e", "run.sh"];

let template: Scratch;

beforeAll(() => {
  template = createScratch();
  template.makeRepository();
  for (const name of NAMES) template.write(`base/${name}`, `${name}\nsecond line\nlast line\n`);
  template.commit("base", "more");
  template.git("base", "push", "-q", "origin", "main");
  template.git("base", "fetch", "-q");
  template.git(".", "clone", "-q", "--bare", "base", "lib.git");
});
afterAll(() => template.remove());

/** A copy of the template: making it anew each time would take most of the run. */
function copyTemplate(): Scratch {
  const scratch = createScratch();
  for (const name of ["origin.git", "base", "lib.git"]) {
    cpSync(template.at(name), scratch.at(name), { recursive: true });
  }
  const config = scratch.at("base/.git/config");
  writeFileSync(config, readFileSync(config, "utf8").replaceAll(template.root, scratch.root));
  return scratch;
}

interface Step {
  readonly what: string;
  readonly name: string;
}

const step = fc.record({
  what: fc.constantFrom(...Object.keys(MISHAPS)),
  name: fc.constantFrom(...NAMES, "new/file"),
});

/** A rescue does not promise to bring back what git ignores and nobody called precious. */
function withoutIgnored(state: WholeState): WholeState {
  const lines = state.status.split("\n");
  const isDropped = (line: string): boolean =>
    line.startsWith("! ") && !/(^|\/)\.env/.test(line.slice(2));
  const dropped = new Set(lines.filter(isDropped).map((line) => line.slice(2)));
  return {
    ...state,
    files: Object.fromEntries(Object.entries(state.files).filter(([name]) => !dropped.has(name))),
    status: lines.filter((line) => !isDropped(line)).join("\n"),
  };
}

/** How a life in a tree ended, and what can be compared then. */
interface Ending {
  readonly kind: "removed" | "rescued" | "kept";
  readonly lost: readonly string[];
  readonly before: WholeState;
  /** The tree after it was kept or restored. */
  readonly after: WholeState | null;
}

async function live(scratch: Scratch, steps: readonly Step[]): Promise<Ending> {
  const layer = scratch.layer();
  const tree = await makeTree(scratch, layer.worktrees);
  let count = 0;
  const fresh = (): string => `text ${++count}\n`;
  for (const { what, name } of steps) {
    try {
      MISHAPS[what]?.({ scratch, at: WT, fresh, name });
    } catch {
      // Not everything can be done at any time.
    }
  }
  const stakes = takeStock(scratch, WT, "base");
  const before = readWholeState(scratch, WT);
  const isRemoved =
    isClear(await layer.worktrees.probe(tree)) &&
    (await layer.worktrees.remove(tree)).kind === "removed";
  if (isRemoved) {
    const lost = findLost(scratch, stakes, { exactly: false });
    return { kind: "removed", lost, before, after: null };
  }
  const ref = await rescue(layer, tree);
  if (ref === null) return { kind: "kept", lost: [], before, after: readWholeState(scratch, WT) };
  const lost = findLost(scratch, stakes, { exactly: true });
  const restoring = await layer.rescue.restore(tree.baseRepo, ref);
  if (restoring.kind !== "restored") throw new Error(JSON.stringify(restoring));
  const after = readWholeState(scratch, restoring.path.slice(scratch.root.length + 1));
  return {
    kind: "rescued",
    lost,
    before: withoutIgnored(before),
    after: withoutIgnored(after),
  };
}

/** Saves and removes; null where either was refused and the tree is still there. */
async function rescue(layer: GitLayer, tree: Worktree): Promise<string | null> {
  const saving = await layer.rescue.save(tree);
  if (saving.kind === "refused") return null;
  const removal = await layer.rescue.removeSaved(tree, saving.ref);
  expect(existsSync(tree.path)).toBe(removal.kind !== "removed");
  return removal.kind === "removed" ? saving.ref : null;
}

test(
  "whatever is done in a tree: what goes can still be shown, and what was saved comes back the same",
  async () => {
    const ends = { removed: 0, rescued: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const scratch = copyTemplate();
        try {
          const ending = await live(scratch, steps);
          ends[ending.kind]++;
          expect(ending.lost).toEqual([]);
          expect(ending.after ?? ending.before).toEqual(ending.before);
        } finally {
          rmSync(scratch.root, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env["TREE_SHRINK"] === undefined },
    );
    // A run that never removes shows nothing.
    expect(ends.removed).toBeGreaterThan(0);
    expect(ends.rescued).toBeGreaterThan(0);
    expect(ends.kept).toBeGreaterThan(0);
  },
  RUNS * 20_000,
);

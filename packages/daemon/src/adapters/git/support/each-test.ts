import { afterEach, beforeEach } from "vitest";
import type { Worktree } from "../../../domain/session.ts";
import type { Worktrees } from "../../../ports/worktrees.ts";
import type { GitLayer } from "../git-layer.ts";
import { createScratch, makeTree, type Scratch } from "./scratch-repository.ts";

// A test file that imports this has, for each of its tests, a scratch directory and a git layer anew.

/** The running test's scratch directory; removed behind it. */
export let scratch: Scratch;

/** The git layer in it, with the settings that a user has who sets nothing. */
export let layer: GitLayer;

/** The worktrees of that layer. */
export let worktrees: Worktrees;

beforeEach(() => {
  scratch = createScratch();
  layer = scratch.layer();
  worktrees = layer.worktrees;
});
afterEach(() => scratch.remove());

/** A repository, and a worktree in it that nobody has touched. */
export function pristine(): Promise<Worktree> {
  scratch.makeRepository();
  return makeTree(scratch, worktrees);
}

/** A path below a tree, as seen from the scratch directory. */
export function below(tree: Worktree, ...names: string[]): string {
  return [tree.path.slice(scratch.root.length + 1), ...names].join("/");
}

import type { Worktree } from "../../../domain/session.ts";
import type { Removal } from "../../../ports/worktrees.ts";
import type { Deadline } from "../deadline.ts";
import { textOf, whyNot } from "../git.ts";
import type { Look } from "../place.ts";
import type { ProvenTree } from "../prove-tree.ts";
import { removeTree, type RemovalNeeds } from "../remove-tree.ts";
import { readRescueRefs, type RescueRef } from "./rescue-refs.ts";
import { takeSnapshot, type Snapshot } from "./snapshot.ts";

/** What removing a saved tree needs beside the tree. */
export interface SavedRemovalNeeds extends RemovalNeeds {
  readonly gitVersion: string | null;
  readonly precious: readonly string[];
}

/**
 * Removes a tree whose state stands in a rescue ref: only while it still is, down to the last byte,
 * what was saved.
 */
export function removeSavedTree(
  needs: SavedRemovalNeeds,
  tree: Worktree,
  ref: string,
): Promise<Removal> {
  return removeTree(needs, tree, {
    force: true,
    whyNotNow: (proven, deadline) => whyNotSaved({ ...needs, deadline }, proven, ref),
  });
}

async function whyNotSaved(look: Look, tree: ProvenTree, ref: string): Promise<string | null> {
  const refs = await readRescueRefs(look.git, tree.commonDir, look.deadline);
  const found = refs?.find((one) => one.ref === ref);
  if (found === undefined || found.saved === null) return `${ref} holds no saved state`;
  const taking = await takeSnapshot(look, tree);
  if (taking.kind === "refused") return taking.message;
  const { snapshot } = taking;
  if (snapshot.head !== found.saved.head || snapshot.branch !== found.saved.branch) {
    return "its HEAD has moved since it was saved";
  }
  const saved = await readTrees(look, tree, found.commit);
  if (saved !== treesOf(snapshot)) return "it has changed since it was saved";
  return whyIncomplete(look, tree, found);
}

/** Every object of the saved state has to be there: a `gc` may have run while it was written. */
async function whyIncomplete(
  look: Look,
  tree: ProvenTree,
  { commit, saved }: RescueRef,
): Promise<string | null> {
  const args = ["rev-list", "--objects", "--quiet", commit, "--not", saved?.head ?? "", "--"];
  const call = { cwd: tree.commonDir, timeoutMs: look.deadline.left() };
  const answer = await look.git.read(args, call);
  return answer.kind === "ok" ? null : `what was saved is incomplete: ${whyNot(answer)}`;
}

async function readTrees(
  look: { readonly git: Look["git"]; readonly deadline: Deadline },
  tree: ProvenTree,
  commit: string,
): Promise<string | null> {
  const args = ["rev-parse", `${commit}^{tree}`, `${commit}^2:state`];
  const call = { cwd: tree.commonDir, timeoutMs: look.deadline.left() };
  return textOf(await look.git.read(args, call));
}

function treesOf(snapshot: Snapshot): string {
  return `${snapshot.filesTree}\n${snapshot.stateTree}\n`;
}

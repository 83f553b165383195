import { lstat } from "node:fs/promises";
import { listUnsavedWork } from "../../domain/describe-unsaved-work.ts";
import type { Worktree } from "../../domain/session.ts";
import { isClear, type UnsavedWork } from "../../domain/unsaved-work.ts";
import type { Removal } from "../../ports/worktrees.ts";
import { deadlineIn, type Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { findHalfRemoved, finishHalfRemoved, recordHalfRemoved } from "./half-removed.ts";
import type { LivesIn } from "./lives-in.ts";
import { removeMainLinks } from "./main-links.ts";
import { pinRescue } from "./pin-rescue.ts";
import { proveTree, type ProvenTree } from "./prove-tree.ts";
import { findObstacle, findOccupant, hasSubmodules } from "./removal-obstacles.ts";
import { readCommonDir } from "./repository.ts";
import { worktreeCommand } from "./worktree-command.ts";

/** What a removal needs beside the tree. */
export interface RemovalNeeds {
  readonly git: Git;
  readonly livesIn: LivesIn;
  readonly timeoutMs: number;
}

/** What gives the right to remove a tree. */
export interface Licence {
  /** Looked at once more right before the tree goes; says why it may not, or null. */
  whyNotNow(tree: ProvenTree, deadline: Deadline): Promise<string | null>;
  /** git is then not asked whether the tree is clean. A lock stops it all the same. */
  readonly force: boolean;
}

/**
 * The licence of a tree that a probe shows to be clear, and git itself looks once more. The probe that
 * counts is made here, after nobody was found to work in the tree: of one that ended between an
 * earlier look and that, everything would go unseen that git alone lets go without a word.
 */
export function whileClear(probe: () => Promise<UnsavedWork>): Licence {
  return {
    force: false,
    async whyNotNow() {
      const work = await probe();
      if (isClear(work)) return null;
      return work.unknown ?? `it holds ${listUnsavedWork(work)} by now`;
    },
  };
}

/**
 * Removes a tree for which there is a licence. Everything that stands against it is an answer, in git's words where they are git's.
 */
export async function removeTree(
  needs: RemovalNeeds,
  tree: Worktree,
  licence: Licence,
): Promise<Removal> {
  const deadline = deadlineIn(needs.timeoutMs);
  const proof = await proveTree(needs.git, tree, deadline);
  if (proof.kind === "missing") return { kind: "missing" };
  if (proof.kind === "unknown") return finishEarlier(needs, tree, proof.reason);
  const obstacle = await findObstacle(needs, proof.tree, deadline);
  if (obstacle !== null) return obstacle;
  const { gitDir, commonDir, top } = proof.tree;
  const pinning = await pinRescue(needs.git, { gitDir, commonDir, branch: tree.branch }, deadline);
  if (pinning.kind === "failed") {
    return refused(`commits that only this tree keeps could not be pinned: ${pinning.message}`);
  }
  const objection = await licence.whyNotNow(proof.tree, deadline);
  if (objection !== null) return refused(objection);
  const linked = { top, main: tree.baseRepo };
  const putBack = licence.force ? null : await removeMainLinks(needs.git, linked, deadline);
  const startedAt = Date.now();
  const args = ["remove", ...(licence.force ? ["--force"] : []), "--", top];
  const answer = await worktreeCommand(needs.git, args, {
    cwd: commonDir,
    timeoutMs: deadline.left(),
  });
  if (!(await exists(top))) return { kind: "removed" };
  const words =
    answer.kind === "ok" ? "the directory is still there" : withoutForce(whyNot(answer));
  const isRegistered = await exists(gitDir);
  if (isRegistered) await putBack?.();
  if (/containing submodules/.test(words)) return hasSubmodules(words, proof.tree);
  if (isRegistered) return refused(words);
  await recordHalfRemoved(commonDir, top, startedAt);
  return refused(`${words}; the tree is no longer registered with git`);
}

/** A removal that stopped half way before is finished, if nothing came to what it left. */
async function finishEarlier(
  needs: RemovalNeeds,
  tree: Worktree,
  reason: string,
): Promise<Removal> {
  const commonDir = await readCommonDir(needs.git, tree.baseRepo, deadlineIn(needs.timeoutMs));
  if (commonDir === null) return refused(reason);
  const left = await findHalfRemoved(commonDir, tree.path);
  if (left === "none") return refused(reason);
  if (left === "touched") {
    return refused(`${tree.path} is no longer registered with git, and files in it have changed`);
  }
  const occupant = await findOccupant(needs.livesIn, tree.path);
  if (occupant !== null) return refused(occupant);
  try {
    await finishHalfRemoved(commonDir, tree.path);
    return { kind: "removed" };
  } catch (error) {
    const words = (error as Error).message;
    return refused(`${words}; the tree is no longer registered with git`);
  }
}

/** git's advice to use more force is none of ours. */
function withoutForce(words: string): string {
  return words
    .replace(/\nuse 'remove -f -f'.*$/m, "")
    .replace(", use --force to delete it", "")
    .trim();
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== "ENOENT",
  );
}

function refused(message: string): Removal {
  return { kind: "refused", message };
}

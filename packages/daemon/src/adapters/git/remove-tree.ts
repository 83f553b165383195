import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Worktree } from "../../domain/session.ts";
import type { Removal } from "../../ports/worktrees.ts";
import { deadlineIn, type Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { findHalfRemoved, finishHalfRemoved, recordHalfRemoved } from "./half-removed.ts";
import { createIndexParser } from "./parse-index-entries.ts";
import { findMountIn, isInside, type LivesIn } from "./lives-in.ts";
import { pinRescue } from "./pin-rescue.ts";
import { proveTree, type ProvenTree } from "./prove-tree.ts";
import { readRegistrations, realPlace } from "./registration.ts";
import { readCommonDir } from "./repository.ts";
import { isInitialised } from "./submodules.ts";
import { worktreeCommand } from "./worktree-command.ts";

/** What a removal needs beside the tree. */
export interface RemovalNeeds {
  readonly git: Git;
  readonly livesIn: LivesIn;
  readonly timeoutMs: number;
}

/**
 * Removes a tree that a probe has just shown to be clear, the way git does it without any force.
 * Everything that stands against it is an answer, in git's words where they are git's.
 */
export async function removeTree(needs: RemovalNeeds, tree: Worktree): Promise<Removal> {
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
  const startedAt = Date.now();
  const answer = await worktreeCommand(needs.git, ["remove", "--", top], {
    cwd: commonDir,
    timeoutMs: deadline.left(),
  });
  if (!(await exists(top))) return { kind: "removed" };
  const words =
    answer.kind === "ok" ? "the directory is still there" : withoutForce(whyNot(answer));
  if (/containing submodules/.test(words)) return hasSubmodules(words, proof.tree);
  if (await exists(gitDir)) return refused(words);
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

async function findObstacle(
  needs: RemovalNeeds,
  tree: ProvenTree,
  deadline: Deadline,
): Promise<Removal | null> {
  const occupant = await findOccupant(needs.livesIn, tree.top);
  if (occupant !== null) return refused(occupant);
  for (const registration of await readRegistrations(tree.commonDir)) {
    const place = await realPlace(registration);
    if (place !== null && place !== tree.top && isInside(place, tree.top)) {
      return refused(`another worktree lies inside it: ${place}`);
    }
  }
  return findSubmodules(needs.git, tree, deadline);
}

async function findOccupant(livesIn: LivesIn, path: string): Promise<string | null> {
  const mount = await findMountIn(path);
  return mount === null ? livesIn(path) : `a file system is mounted inside it: ${mount}`;
}

async function findSubmodules(
  git: Git,
  tree: ProvenTree,
  deadline: Deadline,
): Promise<Removal | null> {
  // Their repositories stay here after a deinit, with whatever was committed in them.
  const kept = await readdir(join(tree.gitDir, "modules")).catch(() => [] as string[]);
  if (kept[0] !== undefined) return hasSubmodules(`it holds the submodule ${kept[0]}`, tree);
  const parser = createIndexParser();
  const answer = await git.read(["ls-files", "-v", "-s", "-z"], {
    cwd: tree.top,
    timeoutMs: deadline.left(),
    onStdout: (chunk) => {
      parser.feed(chunk);
      return "more";
    },
  });
  if (answer.kind !== "ok") return refused(whyNot(answer));
  for (const name of parser.findings().gitlinks) {
    if (await isInitialised(tree.top, name)) {
      return hasSubmodules(`the submodule ${name.toString("utf8")} is initialised`, tree);
    }
  }
  return null;
}

function hasSubmodules(why: string, tree: ProvenTree): Removal {
  const command = `git --git-dir=${tree.commonDir} worktree remove --force ${tree.top}`;
  return {
    kind: "has-submodules",
    message: `${why}; their repositories would go with the tree. By hand: ${command}`,
  };
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

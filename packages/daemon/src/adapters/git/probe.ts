import type { Worktree } from "../../domain/session.ts";
import { unknownWork, type UnsavedWork } from "../../domain/unsaved-work.ts";
import { currentBranchAt } from "./current-branch.ts";
import { deadlineIn } from "./deadline.ts";
import { toUnsavedWork } from "./findings.ts";
import type { Git } from "./git.ts";
import { findHalfRemoved } from "./half-removed.ts";
import { inspectPlace, type ProbeMemory } from "./inspect-place.ts";
import { proveTree } from "./prove-tree.ts";
import { readCommonDir } from "./repository.ts";

/** What a probe needs beside the tree. */
export interface ProbeNeeds {
  readonly git: Git;
  readonly gitVersion: string | null;
  readonly precious: readonly string[];
  readonly memory: ProbeMemory;
  readonly timeoutMs: number;
}

/** What removing a tree would lose. Whatever goes wrong makes the answer unknown, never clear. */
export async function probeTree(needs: ProbeNeeds, tree: Worktree): Promise<UnsavedWork> {
  try {
    return await probe(needs, tree);
  } catch (error) {
    return unknownWork(`cannot inspect ${tree.path}: ${(error as Error).message}`);
  }
}

async function probe(needs: ProbeNeeds, tree: Worktree): Promise<UnsavedWork> {
  const { git, gitVersion, precious } = needs;
  const deadline = deadlineIn(needs.timeoutMs);
  const proof = await proveTree(git, tree, deadline);
  if (proof.kind !== "proven") {
    const commonDir = await readCommonDir(git, tree.baseRepo, deadline);
    const left = commonDir === null ? "none" : await findHalfRemoved(commonDir, tree.path);
    return left === "untouched" ? LEFTOVERS : unknownWork(proof.reason);
  }
  const { top, gitDir, commonDir } = proof.tree;
  const branch = (await currentBranchAt(gitDir)) ?? tree.branch;
  const place = {
    top,
    gitDir,
    commonDir,
    main: tree.baseRepo,
    baseCommit: tree.baseCommit,
    branch,
  };
  const look = { git, deadline, precious, gitVersion };
  return toUnsavedWork(await inspectPlace(look, place, needs.memory));
}

/** The remains of a removal that stopped half way hold nothing that was not shown to be clear. */
const LEFTOVERS: UnsavedWork = {
  ...unknownWork(""),
  unknown: null,
  notes: ["a removal stopped half way: git no longer knows this tree, what is left was clear"],
};

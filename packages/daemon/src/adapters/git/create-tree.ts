import { stat } from "node:fs/promises";
import type { Log } from "../../ports/log.ts";
import type { Worktree } from "../../domain/session.ts";
import type { Creation, WorktreeWish } from "../../ports/worktrees.ts";
import { addTree, takeBackTree, type Added } from "./add-tree.ts";
import { makeBranch, takeBackBranch, trackBranch } from "./branch.ts";
import type { BranchStart } from "./branch-start.ts";
import { type Claim, findFreeDirectory } from "./claim-directory.ts";
import { deadlineIn, type Deadline } from "./deadline.ts";
import { forgetGoneHolder } from "./forget-gone.ts";
import type { Git } from "./git.ts";
import { resolveCommit } from "./object-id.ts";
import type { Queue } from "./queue.ts";
import { writeMark } from "./registration.ts";
import type { Repository } from "./repository.ts";
import { understandWish } from "./understand-wish.ts";
import { whyNotAsWished } from "./verify-tree.ts";

/** What a creation needs beside the wish. */
export interface CreationNeeds {
  readonly git: Git;
  readonly queue: Queue;
  readonly worktreesDir: string;
  readonly timeoutMs: number;
  readonly log: Log | null;
}

/** Time for taking back what was made, when the creation itself has used up its own. */
const UNDO_MS = 60_000;

/** Makes a worktree, or nothing at all. */
export async function createTree(needs: CreationNeeds, wish: WorktreeWish): Promise<Creation> {
  const understood = await understandWish(needs.git, wish, deadlineIn(needs.timeoutMs));
  if (understood.kind === "invalid-branch") return understood;
  if (understood.kind === "failed") return failed(understood.message);
  const { repository, start } = understood;
  return needs.queue.run(repository.commonDir, async () => {
    try {
      return await build(needs, { repository, start, planned: wish.planned });
    } catch (error) {
      return failed((error as Error).message);
    }
  });
}

interface Wanted {
  readonly repository: Repository;
  readonly start: BranchStart;
  readonly planned: WorktreeWish["planned"];
}

async function build(
  needs: CreationNeeds,
  { repository, start, planned }: Wanted,
): Promise<Creation> {
  const { git } = needs;
  const { commonDir } = repository;
  // The wait in the queue does not count: it is bounded by the deadlines of those in front.
  const deadline = deadlineIn(needs.timeoutMs);
  const claim = claimOf(needs, { repository, start, planned });
  // A branch that is there already is git's refusal, and nothing of it may ever be taken back.
  if (planned !== undefined && !(await isTaken(git, { repository, start, deadline }))) {
    await claim.planned?.(await findFreeDirectory(claim));
  }
  if (start.isNew) {
    const refusal = await makeBranch(git, { ...start, commonDir }, deadline);
    if (refusal !== null) return failed(refusal);
  } else {
    const refusal = await forgetGoneHolder(git, { ...start, commonDir }, deadline);
    if (refusal !== null) return failed(refusal);
  }
  let added: Added | null = null;
  try {
    added = await addTree(git, claim, deadline);
    const refusal = await whyUnfit(git, { repository, start, added }, deadline);
    if (refusal === null) return await finish(repository, start, added);
    return await undo(needs, { repository, start, added }, refusal);
  } catch (error) {
    return undo(needs, { repository, start, added }, (error as Error).message);
  }
}

/** The claim on a directory. Each new place is told as a plan before it is taken. */
function claimOf(needs: CreationNeeds, { repository, start, planned }: Wanted): Claim {
  const claim = { worktreesDir: needs.worktreesDir, repository, branch: start.branch };
  if (planned === undefined) return claim;
  let last: string | null = null;
  return {
    ...claim,
    planned: async (path) => {
      if (path === last) return;
      await planned({ worktree: treeAt(path, repository, start), madeBranch: start.isNew });
      last = path;
    },
  };
}

/** The tree that a wish gets at a path. */
export function treeAt(path: string, repository: Repository, start: BranchStart): Worktree {
  return { path, baseRepo: repository.root, branch: start.branch, baseCommit: start.commit };
}

/** True where the branch that is to be made exists. */
async function isTaken(
  git: Git,
  { repository, start, deadline }: Omit<Wanted, "planned"> & { readonly deadline: Deadline },
): Promise<boolean> {
  if (!start.isNew) return false;
  const ref = `refs/heads/${start.branch}`;
  return (await resolveCommit(git, repository.commonDir, ref, deadline)).kind === "commit";
}

interface Made {
  readonly repository: Repository;
  readonly start: BranchStart;
  /** null where not even a directory was claimed. */
  readonly added: Added | null;
}

/** Why what was added cannot be handed out, or null. */
async function whyUnfit(
  git: Git,
  made: Made & { readonly added: Added },
  deadline: Deadline,
): Promise<string | null> {
  const { repository, start, added } = made;
  if (added.registration === null) return added.error ?? "git did not register the worktree";
  if (added.error !== null) {
    // git reports a failed post-checkout hook after the tree is complete.
    const wrong = await whyNotAsWished(git, { ...start, path: added.path }, deadline);
    if (wrong !== null) return added.error;
  }
  if (start.upstream === null) return null;
  const at = { ...start, commonDir: repository.commonDir };
  return trackBranch(git, at, start.upstream, deadline);
}

async function finish(repository: Repository, start: BranchStart, added: Added): Promise<Creation> {
  const warnings = added.error === null ? [] : [`git made the tree, but: ${added.error}`];
  const { path, registration } = added;
  const { dev } = await stat(path);
  if (registration !== null) await writeMark(registration.gitDir, { path, device: dev });
  return {
    kind: "created",
    worktree: treeAt(path, repository, start),
    madeBranch: start.isNew,
    warnings,
  };
}

async function undo(needs: CreationNeeds, made: Made, why: string): Promise<Creation> {
  const deadline = deadlineIn(UNDO_MS);
  const { repository, start, added } = made;
  const { commonDir } = repository;
  if (added !== null) {
    const { path, registration } = added;
    const tree = { commonDir, path, isRegistered: registration !== null };
    const left = await takeBackTree(needs.git, tree, deadline);
    if (left !== null) needs.log?.warn("a failed creation left its directory", { path, left });
  }
  if (start.isNew) {
    const branch = await takeBackBranch(needs.git, { ...start, commonDir }, deadline);
    if (branch === "kept") {
      needs.log?.warn("a failed creation left its branch", { branch: start.branch });
    }
  }
  return failed(why);
}

/** git names the worktree that holds a branch, also while that one's HEAD is detached. */
function failed(message: string): Creation {
  const holder = /already (?:checked out|used by worktree) at '(.*)'$/ms.exec(message)?.[1] ?? null;
  return { kind: "failed", message, holder };
}

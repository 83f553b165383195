import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { readRegistrations } from "./registration.ts";

/** A local branch at the commit where it starts or started. */
export interface BranchAt {
  readonly commonDir: string;
  readonly branch: string;
  readonly commit: string;
}

/**
 * Makes a branch, or says why not in git's words. git makes it only where none of that name exists,
 * so a branch that this made is surely our own.
 */
export async function makeBranch(
  git: Git,
  at: BranchAt,
  deadline: Deadline,
): Promise<string | null> {
  // Tracking would be written to .git/config, whose lock parallel creations fight over.
  const args = ["branch", "--no-track", "--", at.branch, at.commit];
  const answer = await git.write(args, { cwd: at.commonDir, timeoutMs: deadline.left() });
  return answer.kind === "ok" ? null : whyNot(answer);
}

/** Lets a branch track a remote-tracking ref; says why not in git's words. */
export async function trackBranch(
  git: Git,
  at: BranchAt,
  upstream: string,
  deadline: Deadline,
): Promise<string | null> {
  const args = ["branch", "--quiet", `--set-upstream-to=${upstream}`, "--", at.branch];
  const answer = await git.write(args, { cwd: at.commonDir, timeoutMs: deadline.left() });
  return answer.kind === "ok" ? null : whyNot(answer);
}

/**
 * Takes a branch back that this daemon has just made: only while it is still where it started and no
 * worktree has it. Nothing else in maestro ever deletes a branch.
 */
export async function takeBackBranch(
  git: Git,
  at: BranchAt,
  deadline: Deadline,
): Promise<"deleted" | "kept"> {
  const holders = await readRegistrations(at.commonDir);
  if (holders.some((holder) => holder.branch === at.branch)) return "kept";
  const call = { cwd: at.commonDir, timeoutMs: deadline.left() };
  // With the old value git deletes it in one step with the comparison.
  const args = ["update-ref", "-d", `refs/heads/${at.branch}`, at.commit];
  const answer = await git.write(args, call);
  if (answer.kind !== "ok") return "kept";
  // Tracking that the same creation set up; mostly there is none, and then no lock is taken.
  const tracked = await git.read(["config", "--get", `branch.${at.branch}.merge`], call);
  if (tracked.kind === "ok") {
    await git.write(["config", "--remove-section", `branch.${at.branch}`], call);
  }
  return "deleted";
}

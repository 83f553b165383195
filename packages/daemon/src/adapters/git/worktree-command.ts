import { setTimeout as delay } from "node:timers/promises";
import type { Git, GitAnswer, GitCall } from "./git.ts";

/** Attempts where git met a worktree that another process was half way through adding. */
export const MAX_ATTEMPTS = 8;

/**
 * True for the complaint of a git that read the entry of another worktree while that one was being
 * added or removed. It says nothing about what was asked for.
 */
export function isEntryRace(answer: GitAnswer): boolean {
  return answer.kind === "refused" && /failed to read .*commondir/s.test(answer.message);
}

/** A pause that grows with each attempt. */
export async function pauseAfter(attempt: number): Promise<void> {
  await delay(5 * 2 ** attempt);
}

/** Runs a `git worktree` command that does nothing where it fails, again where git met a race. */
export async function worktreeCommand(
  git: Git,
  args: readonly string[],
  call: GitCall,
): Promise<GitAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await git.write(["worktree", ...args], call);
    if (!isEntryRace(answer) || attempt === MAX_ATTEMPTS) return answer;
    await pauseAfter(attempt);
  }
}

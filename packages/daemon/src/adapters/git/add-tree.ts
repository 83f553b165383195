import { rmdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { claimDirectory, type Claim } from "./claim-directory.ts";
import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { readRegistrations, type Registration } from "./registration.ts";

/** What became of an attempt; `error` is set where git complained, even if the tree is there. */
export interface Added {
  readonly path: string;
  readonly registration: Registration | null;
  readonly error: string | null;
}

/** Attempts where git met a worktree that another process was half way through adding. */
const MAX_ATTEMPTS = 8;

/** Adds a worktree for an existing branch in a directory claimed for it. */
export async function addTree(git: Git, claim: Claim, deadline: Deadline): Promise<Added> {
  for (let attempt = 1; ; attempt++) {
    const path = await claimDirectory(claim);
    const answer = await git.write(["worktree", "add", "--", path, claim.branch], {
      // A relative core.hooksPath is found from here.
      cwd: claim.repository.root,
      timeoutMs: deadline.left(),
    });
    const registration = await findRegistration(claim.repository.commonDir, path);
    if (answer.kind === "ok") return { path, registration, error: null };
    const error = whyNot(answer);
    const isRace = registration === null && /failed to read .*commondir/s.test(error);
    if (!isRace || attempt === MAX_ATTEMPTS) return { path, registration, error };
    await giveBack(path);
    await delay(5 * 2 ** attempt);
  }
}

/**
 * Takes a tree back that was added a moment ago and that nobody was told of. git may have been ended
 * in the middle, which leaves its own lock on the entry.
 */
export async function takeBackTree(
  git: Git,
  at: { readonly commonDir: string; readonly path: string },
  deadline: Deadline,
): Promise<string | null> {
  if ((await findRegistration(at.commonDir, at.path)) !== null) {
    const call = { cwd: at.commonDir, timeoutMs: deadline.left() };
    await git.write(["worktree", "unlock", "--", at.path], call);
    const answer = await git.write(["worktree", "remove", "--force", "--", at.path], call);
    if (answer.kind !== "ok") return whyNot(answer);
  }
  return giveBack(at.path);
}

/** Removes a claimed directory, which is empty or gone unless something strange happened. */
async function giveBack(path: string): Promise<string | null> {
  try {
    await rmdir(path);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : (error as Error).message;
  }
}

async function findRegistration(commonDir: string, path: string): Promise<Registration | null> {
  return (await readRegistrations(commonDir)).find((one) => one.path === path) ?? null;
}

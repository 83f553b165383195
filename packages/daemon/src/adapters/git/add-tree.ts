import { rmdir } from "node:fs/promises";
import { claimDirectory, type Claim } from "./claim-directory.ts";
import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { readRegistrations, type Registration } from "./registration.ts";
import { isEntryRace, MAX_ATTEMPTS, pauseAfter, worktreeCommand } from "./worktree-command.ts";

/** What became of an attempt; `error` is set where git complained, even if the tree is there. */
export interface Added {
  readonly path: string;
  readonly registration: Registration | null;
  readonly error: string | null;
}

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
    const isRace = registration === null && isEntryRace(answer);
    if (!isRace || attempt === MAX_ATTEMPTS) return { path, registration, error: whyNot(answer) };
    await giveBack(path);
    await pauseAfter(attempt);
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
    await worktreeCommand(git, ["unlock", "--", at.path], call);
    const answer = await worktreeCommand(git, ["remove", "--force", "--", at.path], call);
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

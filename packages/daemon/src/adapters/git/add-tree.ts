import { readdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { claimDirectory, type Claim } from "./claim-directory.ts";
import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { readRegistration, type Registration } from "./registration.ts";
import { isEntryRace, MAX_ATTEMPTS, pauseAfter, worktreeCommand } from "./worktree-command.ts";

/** What became of an attempt; `error` is set where git complained, even if the tree is there. */
export interface Added {
  readonly path: string;
  readonly registration: Registration | null;
  readonly error: string | null;
}

/** What is checked out in a new tree. */
export interface Content {
  readonly options: readonly string[];
  /** A branch, or a commit where the options say so. */
  readonly start: string;
}

/** Adds a worktree in a directory claimed for it: for the claim's branch, unless told otherwise. */
export async function addTree(
  git: Git,
  claim: Claim,
  deadline: Deadline,
  content: Content = { options: [], start: claim.branch },
): Promise<Added> {
  const { commonDir } = claim.repository;
  const avoided = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    const path = await claimDirectory(claim, avoided);
    const before = await listEntries(commonDir);
    const args = ["worktree", "add", ...content.options, "--", path, content.start];
    const answer = await git.write(args, {
      // A relative core.hooksPath is found from here.
      cwd: claim.repository.root,
      timeoutMs: deadline.left(),
    });
    const registration = await findNewEntry({ commonDir, path, before });
    if (answer.kind === "ok") return { path, registration, error: null };
    // The entry of a tree that is away or gone keeps the path.
    const isKept = answer.kind === "refused" && KEPT.test(answer.message);
    if (isKept) avoided.add(path);
    const isRace = registration === null && isEntryRace(answer) && attempt < MAX_ATTEMPTS;
    if (!isKept && !isRace) return { path, registration, error: whyNot(answer) };
    await giveBack(path);
    if (isRace) await pauseAfter(attempt);
  }
}

const KEPT = /is a missing but (?:already registered|locked) worktree/;

/**
 * Takes a tree back that was added a moment ago and that nobody was told of. git may have been ended
 * in the middle, which leaves its own lock on the entry.
 */
export async function takeBackTree(
  git: Git,
  made: { readonly commonDir: string; readonly path: string; readonly isRegistered: boolean },
  deadline: Deadline,
): Promise<string | null> {
  if (made.isRegistered) {
    const call = { cwd: made.commonDir, timeoutMs: deadline.left() };
    await worktreeCommand(git, ["unlock", "--", made.path], call);
    const answer = await worktreeCommand(git, ["remove", "--force", "--", made.path], call);
    if (answer.kind !== "ok") return whyNot(answer);
  }
  return giveBack(made.path);
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

async function listEntries(commonDir: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(join(commonDir, "worktrees")).catch(() => [] as string[]));
}

/**
 * The entry that this very addition made. One that was there before may name the same path, of a tree
 * that is away: it is somebody's work and none of ours to take back.
 */
async function findNewEntry(added: {
  readonly commonDir: string;
  readonly path: string;
  readonly before: ReadonlySet<string>;
}): Promise<Registration | null> {
  for (const name of await listEntries(added.commonDir)) {
    if (added.before.has(name)) continue;
    const entry = await readRegistration(join(added.commonDir, "worktrees", name));
    if (entry?.path === added.path) return entry;
  }
  return null;
}

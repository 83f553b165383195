import type { WorktreeWish } from "../../ports/worktrees.ts";
import type { Deadline } from "./deadline.ts";
import { textOf, type Git } from "./git.ts";
import { resolveCommit, type Resolved } from "./object-id.ts";
import type { Repository } from "./repository.ts";

/** Which branch a tree gets, where it starts, and whether it has to be made first. */
export interface BranchStart {
  readonly branch: string;
  readonly commit: string;
  readonly isNew: boolean;
  /** The remote-tracking ref that a new local branch is to track. */
  readonly upstream: string | null;
}

/** The start of a branch, or why there is none. */
export type StartAnswer =
  | { readonly kind: "start"; readonly start: BranchStart }
  | { readonly kind: "none"; readonly message: string };

/** Where to look for a start, and what was asked for. */
export interface StartQuestion {
  readonly git: Git;
  readonly repository: Repository;
  readonly wish: WorktreeWish;
  /** What `readBase` answered for this wish. */
  readonly base: Resolved | null;
}

/**
 * Resolves the base of a new branch, as seen from the checkout that was named; null for an existing
 * branch. Needs no knowledge of the repository, so it can be asked for at the same time.
 */
export async function readBase(
  git: Git,
  wish: WorktreeWish,
  deadline: Deadline,
): Promise<Resolved | null> {
  if (!wish.createBranch) return null;
  const base = wish.base ?? "HEAD";
  if (base.startsWith("-") || base.includes("\0")) {
    return { kind: "none", message: "it reads like an option" };
  }
  return resolveCommit(git, wish.baseRepo, base, deadline);
}

/** Finds where the wished branch starts. Changes nothing. */
export async function findBranchStart(
  question: StartQuestion,
  deadline: Deadline,
): Promise<StartAnswer> {
  const { git, repository, wish, base } = question;
  if (base === null) return startExisting({ git, repository, deadline }, wish.branch);
  if (base.kind === "commit") {
    return start({ branch: wish.branch, commit: base.id, isNew: true, upstream: null });
  }
  const isEmpty = wish.base === null && (await hasNoCommits(git, repository, deadline));
  return none(
    isEmpty
      ? `${base.message}: the repository has no commits yet`
      : `${JSON.stringify(wish.base ?? "HEAD")} does not name a commit: ${base.message}`,
  );
}

interface Asking {
  readonly git: Git;
  readonly repository: Repository;
  readonly deadline: Deadline;
}

async function startExisting(asking: Asking, branch: string): Promise<StartAnswer> {
  const { git, repository, deadline } = asking;
  const cwd = repository.commonDir;
  const local = await resolveCommit(git, cwd, `refs/heads/${branch}`, deadline);
  if (local.kind === "commit") {
    return start({ branch, commit: local.id, isNew: false, upstream: null });
  }
  const remotes = await readRemotes(asking);
  const tracking: { branch: string; upstream: string; commit: string; remote: string }[] = [];
  for (const remote of remotes) {
    // Either the branch's own name, or the name with the remote's in front as git shows it.
    const own = branch.startsWith(`${remote}/`) ? branch.slice(remote.length + 1) : null;
    for (const name of own === null ? [branch] : [branch, own]) {
      const upstream = `refs/remotes/${remote}/${name}`;
      const found = await resolveCommit(git, cwd, upstream, deadline);
      if (found.kind === "commit") {
        tracking.push({ branch: name, upstream, commit: found.id, remote });
      }
    }
  }
  const chosen = tracking.length > 1 ? await byDefaultRemote(asking, tracking) : tracking[0];
  if (chosen === undefined) {
    return none(
      tracking.length > 1
        ? `several remotes have a branch ${branch}: ${tracking.map((one) => one.remote).join(", ")}`
        : `there is no branch ${branch}, neither here nor on a remote`,
    );
  }
  if (chosen.branch === "HEAD") return none(`${branch} is not a branch`);
  return start({ ...chosen, isNew: true });
}

async function readRemotes({ git, repository, deadline }: Asking): Promise<readonly string[]> {
  const call = { cwd: repository.commonDir, timeoutMs: deadline.left() };
  const text = textOf(await git.read(["remote"], call)) ?? "";
  return text.split("\n").filter((remote) => remote !== "");
}

async function byDefaultRemote<T extends { readonly remote: string }>(
  { git, repository, deadline }: Asking,
  candidates: readonly T[],
): Promise<T | undefined> {
  const call = { cwd: repository.commonDir, timeoutMs: deadline.left() };
  const answer = await git.read(["config", "--get", "checkout.defaultRemote"], call);
  const preferred = textOf(answer)?.trim();
  return candidates.find((candidate) => candidate.remote === preferred);
}

async function hasNoCommits(
  git: Git,
  repository: Repository,
  deadline: Deadline,
): Promise<boolean> {
  const args = ["for-each-ref", "--count=1", "--format=%(refname)", "refs/heads", "refs/remotes"];
  const call = { cwd: repository.commonDir, timeoutMs: deadline.left() };
  return textOf(await git.read(args, call)) === "";
}

function start(found: BranchStart): StartAnswer {
  const { branch, commit, isNew, upstream } = found;
  return { kind: "start", start: { branch, commit, isNew, upstream } };
}

function none(message: string): StartAnswer {
  return { kind: "none", message };
}

import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Worktree } from "../../domain/session.ts";
import type { Deadline } from "./deadline.ts";
import type { Git } from "./git.ts";
import { readRegistration, readRegistrations, realPlace } from "./registration.ts";
import { askPaths, readCommonDir } from "./repository.ts";

/** A tree for which git, asked from inside it, was shown to answer. All paths are real ones. */
export interface ProvenTree {
  readonly top: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Whether git answers for the recorded tree, and if not, why. */
export type Proof =
  | { readonly kind: "proven"; readonly tree: ProvenTree }
  | { readonly kind: "missing"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Shows that git answers for exactly this tree. A tree that lost its `.git` makes git walk up and
 * answer for the repository around it, so nothing else may be believed before. A tree that was moved
 * by `git worktree move` is followed by the mark that its creation left.
 */
export async function proveTree(git: Git, tree: Worktree, deadline: Deadline): Promise<Proof> {
  const commonDir = await readCommonDir(git, tree.baseRepo, deadline);
  if (commonDir === null) {
    return { kind: "unknown", reason: `cannot inspect: no git repository at ${tree.baseRepo}` };
  }
  const here = await proveAt(git, tree.path, commonDir, deadline);
  if (here.kind === "proven") return here;
  const moved = await findMoved(commonDir, tree.path);
  return moved === null ? here : proveAt(git, moved, commonDir, deadline);
}

async function proveAt(
  git: Git,
  path: string,
  commonDir: string,
  deadline: Deadline,
): Promise<Proof> {
  const there = await lookAt(path);
  if (there.kind !== "directory") return there;
  const top = there.real;
  const flags = ["--show-toplevel", "--git-dir", "--git-common-dir"];
  const asked = await askPaths(git, top, flags, deadline);
  if (asked.kind === "none") return unknown(path, asked.message);
  const [answeredTop, gitDir, answeredCommon] = asked.paths as [string, string, string];
  if (answeredTop !== top) {
    return unknown(path, `git answers for ${answeredTop} instead, the tree has lost its .git`);
  }
  if (answeredCommon !== commonDir || dirname(gitDir) !== join(commonDir, "worktrees")) {
    return unknown(path, "it belongs to another repository now");
  }
  const registration = await readRegistration(gitDir);
  if (registration === null || (await realPlace(registration)) !== top) {
    return unknown(path, "git has this tree registered at another place");
  }
  return { kind: "proven", tree: { top, gitDir, commonDir } };
}

type Look =
  | { readonly kind: "directory"; readonly real: string }
  | Exclude<Proof, { kind: "proven" }>;

async function lookAt(path: string): Promise<Look> {
  try {
    const found = await lstat(path);
    // A removal would follow the link and empty what it points to.
    if (found.isSymbolicLink()) return unknown(path, "it is a symbolic link now");
    if (!found.isDirectory()) return unknown(path, "it is not a directory any more");
    return { kind: "directory", real: await realpath(path) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") {
      return { kind: "missing", reason: `cannot inspect: ${path} does not exist` };
    }
    return unknown(path, (error as Error).message);
  }
}

async function findMoved(commonDir: string, path: string): Promise<string | null> {
  const ours = (await readRegistrations(commonDir)).filter((one) => one.mark?.path === path);
  const [only] = ours;
  return ours.length === 1 && only !== undefined && only.path !== path ? only.path : null;
}

function unknown(path: string, why: string): { kind: "unknown"; reason: string } {
  return { kind: "unknown", reason: `cannot inspect ${path}: ${why}` };
}

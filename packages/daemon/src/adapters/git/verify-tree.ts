import type { Deadline } from "./deadline.ts";
import { textOf, whyNot, type Git } from "./git.ts";
import { askPaths } from "./repository.ts";

/** Says what is not as wished about a new tree, or null: its top, HEAD, branch and cleanness. */
export async function whyNotAsWished(
  git: Git,
  wished: { readonly path: string; readonly branch: string; readonly commit: string },
  deadline: Deadline,
): Promise<string | null> {
  const call = { cwd: wished.path, timeoutMs: deadline.left() };
  const top = await askPaths(git, wished.path, ["--show-toplevel"], deadline);
  if (top.kind === "none") return top.message;
  if (top.paths[0] !== wished.path) return "git answers for another tree";
  const branch = textOf(await git.read(["symbolic-ref", "-q", "HEAD"], call))?.trim();
  if (branch !== `refs/heads/${wished.branch}`) return "another branch is checked out";
  const head = textOf(await git.read(["rev-parse", "--verify", "HEAD"], call))?.trim();
  if (head !== wished.commit) return "its HEAD is elsewhere";
  const args = ["status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none"];
  const status = await git.read(args, call);
  if (status.kind !== "ok") return whyNot(status);
  return status.stdout.length === 0 ? null : "it is not clean";
}

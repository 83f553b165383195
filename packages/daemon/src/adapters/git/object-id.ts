import type { Deadline } from "./deadline.ts";
import { textOf, whyNot, type Git } from "./git.ts";

/** True for a full object id (SHA-1 or SHA-256), the only form that is ever passed on. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** A commit's id, or why there is none. */
export type Resolved =
  | { readonly kind: "commit"; readonly id: string }
  | { readonly kind: "none"; readonly message: string };

/**
 * Resolves what a person named to a commit id. `--end-of-options` keeps a name that starts with a
 * dash from being read as an option: `--force` as a base once made a tree from HEAD.
 */
export async function resolveCommit(
  git: Git,
  cwd: string,
  name: string,
  deadline: Deadline,
): Promise<Resolved> {
  const args = ["rev-parse", "--verify", "--end-of-options", `${name}^{commit}`];
  const answer = await git.read(args, { cwd, timeoutMs: deadline.left() });
  const id = textOf(answer)?.trim();
  if (id !== undefined && isObjectId(id)) return { kind: "commit", id };
  return { kind: "none", message: whyNot(answer) };
}

import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { Worktree } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/** The worktree that a session holds or the store remembers at exactly this path; or null. */
export function treeAt({ store, retained }: AppContext, path: string): Worktree | null {
  const held = store.list().find(({ worktree }) => worktree?.path === path)?.worktree;
  if (held !== undefined && held !== null) return held;
  const entry = retained.get(path);
  return entry === null ? null : treeOfEntry(entry);
}

/** A worktree as git knows it, from what the store remembers. */
export function treeOfEntry(entry: RetainedWorktree): Worktree {
  const { path, baseRepo, branch, baseCommit } = entry;
  return { path, baseRepo, branch: branch ?? "HEAD", baseCommit: baseCommit ?? "" };
}

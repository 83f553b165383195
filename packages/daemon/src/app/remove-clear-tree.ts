import type { Session, Worktree } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/**
 * Removes a tree that a probe has just shown to be clear, and answers whether it is gone. One that
 * somebody else works in, or that git does not want to let go, stays and is remembered.
 */
export async function removeClearTree(
  context: AppContext,
  session: Session,
  tree: Worktree,
): Promise<boolean> {
  const { worktrees, retained, store } = context;
  const inside = store
    .list()
    .find(
      (other) =>
        other.id !== session.id &&
        other.life.phase === "running" &&
        [other.cwd, other.observed.currentCwd].some(
          (path) => path !== null && lies(path, tree.path),
        ),
    );
  const branch = await worktrees.currentBranch(tree);
  const removal =
    inside === undefined
      ? await worktrees.remove(tree)
      : ({ kind: "refused", message: `session ${inside.id} works in it` } as const);
  if (removal.kind === "removed" || removal.kind === "missing") {
    await retained.release(tree.path);
    return true;
  }
  await retained.retain({
    tree,
    branch,
    reason: removal.kind === "has-submodules" ? "has-submodules" : "removal-failed",
    detail: removal.message,
    session,
  });
  return false;
}

/** True where the path is the directory or lies below it. */
function lies(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

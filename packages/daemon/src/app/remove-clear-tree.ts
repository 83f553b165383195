import { occupiedBy } from "../domain/occupied.ts";
import type { Session, SessionId, Worktree } from "../domain/session.ts";
import type { UnsavedWork } from "../domain/unsaved-work.ts";
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
  const { worktrees, retained } = context;
  const inside = sessionInside(context, tree.path, session.id);
  const branch = await worktrees.currentBranch(tree);
  const removal =
    inside === null
      ? await worktrees.remove(tree)
      : ({ kind: "refused", message: occupiedBy(`session ${inside.id} works in it`) } as const);
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

/**
 * True where the tree cannot be inspected because it is gone for certain. That alone does not say who
 * removed it: to be asked only where a removal of ours was under way.
 */
export async function isRemoved(
  context: AppContext,
  session: Session,
  work: UnsavedWork,
): Promise<boolean> {
  return work.unknown !== null && context.paths.isGone(session.cwd, session.cwdDevice);
}

/** A running session that works in the directory, other than this one; or null. */
export function sessionInside(
  { store }: AppContext,
  path: string,
  except: SessionId | null,
): Session | null {
  const works = ({ id, life, cwd, observed }: Session): boolean =>
    id !== except &&
    life.phase === "running" &&
    [cwd, observed.currentCwd].some((place) => place !== null && lies(place, path));
  return store.list().find(works) ?? null;
}

/** True where the path is the directory or lies below it. */
function lies(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

import { isClear, type UnsavedWork } from "../domain/unsaved-work.ts";
import type { Session, SessionId, Worktree } from "../domain/session.ts";
import { transition, withoutTree } from "../domain/transition.ts";
import type { AppContext } from "./app-context.ts";
import { isRemoved, removeClearTree } from "./remove-clear-tree.ts";

/**
 * What happens to the worktree of a session that ended by itself: a tree in which nothing can be
 * lost goes, any other stays and is remembered. A session whose keeping could not be written stays
 * unsettled, and the next start tries again: `begun` says that an earlier daemon had got that far.
 */
export async function settleSession(
  context: AppContext,
  id: SessionId,
  begun: "now" | "earlier" = "now",
): Promise<void> {
  await context.store.turn(id, async (turn) => {
    const session = turn.current();
    if (session === null || session.life.phase !== "dead" || session.life.settled) return;
    const treeRemoved =
      session.worktree !== null && (await settleTree(context, session, session.worktree, begun));
    await turn.commit(
      (now) => transition(now, { type: "settled", treeRemoved }).session,
      "regardless",
    );
  });
}

/**
 * A tree that a settled session holds and no entry names was made to start it again, by a daemon that
 * ended before it did: it is dealt with as the one before it was.
 */
export async function settleRemadeTree(context: AppContext, id: SessionId): Promise<void> {
  await context.store.turn(id, async (turn) => {
    const session = turn.current();
    const tree = session?.worktree ?? null;
    if (session === null || tree === null || session.life.phase !== "dead") return;
    if (context.retained.get(tree.path) !== null) return;
    // One that somebody moved, or that is away, was not made a moment ago.
    if ((await context.paths.directory(tree.path)).kind !== "directory") return;
    if (await settleTree(context, session, tree, "now")) {
      await turn.commit(withoutTree, "regardless");
    }
  });
}

async function settleTree(
  context: AppContext,
  session: Session,
  tree: Worktree,
  begun: "now" | "earlier",
): Promise<boolean> {
  const work = await context.worktrees.probe(tree);
  if (isClear(work)) return removeClearTree(context, session, tree);
  if (begun === "earlier" && (await isRemoved(context, session, work))) {
    await context.retained.release(tree.path);
    return true;
  }
  await context.retained.retain({
    tree,
    branch: await context.worktrees.currentBranch(tree),
    reason: "exited-with-unsaved-work",
    detail: work.unknown,
    session,
  });
  noteBlocked(context, session.id, work);
  return false;
}

function noteBlocked(context: AppContext, id: SessionId, work: UnsavedWork): void {
  const { uncommitted, untracked, unpushed, inProgress, unknown } = work;
  const blockedWork = { uncommitted, untracked, unpushed, inProgress, unknown };
  context.store.observe(id, { blockedWork }, false);
}

import { MaestroError } from "../domain/maestro-error.ts";
import type { Session, SessionId, Worktree } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import { isClear } from "../domain/unsaved-work.ts";
import type { AppContext } from "./app-context.ts";
import { describeUnsavedWork } from "../domain/describe-unsaved-work.ts";
import { notFound } from "./find-session.ts";
import { isRemoved, removeClearTree } from "./remove-clear-tree.ts";
import type { Turn } from "./session-store.ts";

/**
 * Ends a running session or dismisses an ended one, unless its worktree holds unsaved work. Force
 * overrides that refusal and nothing else: the tree with the work stays and is remembered before
 * anything is torn down.
 */
export async function killSession(
  context: AppContext,
  id: SessionId,
  force: boolean,
): Promise<void> {
  await context.store.turn(id, async (turn) => {
    const session = turn.current();
    if (session === null) throw notFound(id);
    const keepWorktree = await guard(context, session, force);
    await turn.commit((now) => transition(now, { type: "ending", keepWorktree }).session);
    await finishEnding(context, id, { turn, keepWorktree });
  });
}

/** Whether the tree has to stay. Refuses where it does and nobody forces. */
async function guard(context: AppContext, session: Session, force: boolean): Promise<boolean> {
  const tree = session.worktree;
  if (tree === null) return false;
  const work = await context.worktrees.probe(tree);
  if (isClear(work)) return false;
  if (!force) {
    throw new MaestroError("kill_guarded", describeUnsavedWork(work, tree), { unsavedWork: work });
  }
  await context.retained.retain({
    tree,
    branch: await context.worktrees.currentBranch(tree),
    reason: "force-killed",
    detail: work.unknown,
    session,
  });
  return true;
}

/**
 * Carries an ending through that was decided and written down: by the call that decided it, or by
 * the next daemon where that one died in between.
 */
export async function finishEnding(
  context: AppContext,
  id: SessionId,
  { turn, keepWorktree }: { readonly turn: Turn; readonly keepWorktree: boolean },
): Promise<void> {
  const { terminals, host } = context;
  const terminal = terminals.get(id);
  if (terminal?.pane) await terminal.pane.kill();
  else await host.end(id);
  terminals.delete(id);
  terminal?.close("removed");
  await host.clear(id);
  const session = turn.current();
  if (session !== null && session.worktree !== null && !keepWorktree) {
    await removeOrKeep(context, session, session.worktree);
  }
  await context.finalScreens.remove(id);
  await turn.remove();
}

/** The probe that counts: nothing of the session writes any more. */
async function removeOrKeep(context: AppContext, session: Session, tree: Worktree): Promise<void> {
  const work = await context.worktrees.probe(tree);
  if (isClear(work)) {
    await removeClearTree(context, session, tree);
    return;
  }
  // The guard found it clear: a daemon that ended behind the removal has left nothing to keep.
  if (await isRemoved(context, session, work)) return context.retained.release(tree.path);
  await context.retained.retain({
    tree,
    branch: await context.worktrees.currentBranch(tree),
    reason: "exited-with-unsaved-work",
    detail: work.unknown,
    session,
  });
}

import type { SessionId } from "../domain/session.ts";
import { withoutTree } from "../domain/transition.ts";
import type { AppContext } from "./app-context.ts";
import { isRemoved } from "./remove-clear-tree.ts";

/**
 * A dead session whose tree was settled holds one that stands, and that has an entry beside it. Where
 * there is neither, an earlier daemon ended while it made the tree anew, and the session goes without.
 */
export async function letGoOfRemovedTree(context: AppContext, id: SessionId): Promise<void> {
  const { store, retained, worktrees, log } = context;
  await store.turn(id, async (turn) => {
    const session = turn.current();
    const tree = session?.worktree ?? null;
    if (session === null || tree === null || retained.get(tree.path) !== null) return;
    if (session.life.phase !== "dead" || !session.life.settled) return;
    if (!(await isRemoved(context, session, await worktrees.probe(tree)))) return;
    await turn.commit(withoutTree);
    log.info("a dead session lets go of a tree that is gone", { id, path: tree.path });
  });
}

import type { Session, SessionId, Worktree } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { findAgain } from "./find-terminal.ts";
import type { Turn } from "./session-store.ts";

/**
 * A creation that an earlier daemon did not finish, though it had written down what it was about to
 * make. Where the command was started the session is whole, whoever was told of it; else everything
 * is taken back.
 */
export async function finishCreation(
  context: AppContext,
  session: Session,
  rebooted: boolean,
): Promise<void> {
  const { store, worktrees, log } = context;
  const { id } = session;
  if (!rebooted) {
    await store.turn(id, (turn) =>
      turn.commit((now) => ({ ...now, life: { phase: "running", pane: "unfinished" } })),
    );
    await findAgain(context, id);
    const found = store.get(id);
    if (found?.life.phase === "running" && !context.terminals.has(id)) return;
    if (found?.life.phase !== "dormant") {
      // Which repository it runs in may not have been known yet when it was written down.
      const repo = session.repo ?? (await worktrees.locate(session.cwd).catch(() => null));
      const cwdDevice = session.cwdDevice ?? (await deviceOf(context, session.cwd));
      await store.turn(id, (turn) =>
        turn.commit((now) => ({ ...now, ending: null, repo, cwdDevice })),
      );
      log.info("a session that an earlier daemon was making lives", { id });
      return;
    }
  }
  await store.turn(id, (turn) => takeBack(context, id, turn));
  log.info("took back a session that an earlier daemon was making", { id });
}

/** A tree that was still to be made when it was written down was on no device yet. */
async function deviceOf({ paths }: AppContext, cwd: string): Promise<number | null> {
  const found = await paths.directory(cwd);
  return found.kind === "directory" ? found.device : null;
}

async function takeBack(context: AppContext, id: SessionId, turn: Turn): Promise<void> {
  const session = turn.current();
  if (session === null) return;
  await context.host.end(id);
  if (session.worktree !== null) await takeBackTree(context, session, session.worktree);
  await turn.remove();
}

/** Nobody was told of the tree; if somebody has worked in it all the same, it is remembered. */
async function takeBackTree(context: AppContext, session: Session, tree: Worktree): Promise<void> {
  const { worktrees, paths, retained } = context;
  const work = await worktrees.probe(tree);
  const madeBranch = session.ending?.undo?.madeBranch ?? false;
  // Undoing a creation takes untracked files for what set-up made; here a command may have run.
  if (work.untracked === 0) {
    await worktrees.undo({ kind: "created", worktree: tree, madeBranch, warnings: [] });
  }
  if ((await paths.directory(tree.path)).kind === "unusable") return;
  await retained.retain({
    tree,
    branch: await worktrees.currentBranch(tree),
    reason: "removal-failed",
    detail: "the daemon ended while it made this worktree",
    session,
  });
}

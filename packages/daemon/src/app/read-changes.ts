import { MaestroError } from "../domain/maestro-error.ts";
import type { Session } from "../domain/session.ts";
import type { ChangesPage } from "../ports/changes.ts";
import type { AppContext } from "./app-context.ts";

/** A page of what a session's worktree adds to the commit it was made at. */
export async function readChanges(
  context: AppContext,
  session: Session,
  after: string | null,
): Promise<ChangesPage> {
  const { worktree } = session;
  if (worktree === null) {
    throw new MaestroError(
      "worktree_failed",
      `Session ${session.id} has no worktree, so there is nothing to compare it with.`,
    );
  }
  const page = await context.changes.page(worktree, after);
  if (page !== null) return page;
  throw new MaestroError("worktree_failed", `git cannot tell what changed in ${worktree.path}.`);
}

import { MaestroError } from "../domain/maestro-error.ts";
import type { Session, Worktree } from "../domain/session.ts";
import type { ChangesPage } from "../ports/changes.ts";
import type { AppContext } from "./app-context.ts";
import { treeAt } from "./tree-at.ts";

/** A page of what a session's worktree adds to the commit it was made at. */
export async function readChanges(
  context: AppContext,
  session: Session,
  after: string | null,
): Promise<ChangesPage> {
  const { worktree } = session;
  if (worktree !== null) return read(context, worktree, after);
  throw new MaestroError(
    "worktree_failed",
    `Session ${session.id} has no worktree, so there is nothing to compare it with.`,
  );
}

/** The same for a worktree that is listed, whether or not a session holds it. */
export async function readTreeChanges(
  context: AppContext,
  path: string,
  after: string | null,
): Promise<ChangesPage> {
  const tree = treeAt(context, path);
  if (tree !== null) return read(context, tree, after);
  throw new MaestroError(
    "not_found",
    `No worktree of maestro's is at ${path}. "maestro worktrees" lists them.`,
  );
}

async function read(
  { changes }: AppContext,
  tree: Worktree,
  after: string | null,
): Promise<ChangesPage> {
  const page = await changes.page(tree, after);
  if (page !== null) return page;
  throw new MaestroError(
    "worktree_failed",
    `git cannot tell what changed in ${tree.path}. Run "git status" there to see why.`,
  );
}

import { MaestroError } from "../domain/maestro-error.ts";
import type { Session, SessionId, Worktree } from "../domain/session.ts";
import type { Creation, WorktreeWish } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import { undoing } from "./undoing.ts";

type Created = Extract<Creation, { kind: "created" }>;

/** A worktree wanted for a session that is being made. */
export interface Making {
  readonly id: SessionId;
  readonly wish: WorktreeWish;
  /** The session as it is going to be with such a tree. */
  readonly describe: (worktree: Worktree) => Promise<Session>;
}

/**
 * Makes the worktree. Before anything of it is made the session's record says what is going to be,
 * so that a daemon that ends in between leaves nothing that the next one does not know of.
 */
export async function makeWorktree(
  context: AppContext,
  { id, wish, describe }: Making,
): Promise<Created> {
  const { store } = context;
  const unwritten: Error[] = [];
  const creation = await context.worktrees.create({
    ...wish,
    planned: async ({ worktree, madeBranch }) => {
      const session = await describe(worktree);
      const ending = { keepWorktree: false, undo: { madeBranch } };
      await store.intend({ ...session, ending }).catch((error: Error) => {
        unwritten.push(error);
        throw error;
      });
    },
  });
  if (creation.kind !== "created") await undoing(context, () => store.withdraw(id));
  const [failure] = unwritten;
  if (failure !== undefined) throw failure;
  switch (creation.kind) {
    case "created":
      for (const warning of creation.warnings) {
        context.log.warn("a worktree was made with a warning", {
          path: creation.worktree.path,
          warning,
        });
      }
      return creation;
    case "invalid-branch":
      throw new MaestroError("invalid_branch", creation.message);
    case "failed":
      throw new MaestroError(
        "worktree_failed",
        creation.message,
        creation.holder === null ? {} : { details: { holder: creation.holder } },
      );
    default:
      return creation satisfies never;
  }
}

/** What the repository wants copied and linked is there; what it wants run is answered. */
export async function setUpLines(context: AppContext, tree: Worktree): Promise<readonly string[]> {
  const { commands, warnings } = await context.setUps.prepare(tree);
  for (const warning of warnings) {
    context.log.warn("a worktree was not set up fully", { path: tree.path, warning });
  }
  return commands;
}

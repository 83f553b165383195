import { MaestroError } from "../domain/maestro-error.ts";
import type { Repo, Session } from "../domain/session.ts";
import type { Creation } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import { setUpLines } from "./make-worktree.ts";
import type { Turn } from "./session-store.ts";
import { undoing } from "./undoing.ts";

/** Where a session is started again. */
export interface Place {
  /** The session as its record now says, its directory there. */
  readonly session: Session;
  /** What a tree that was made for it wants run first. */
  readonly setUp: readonly string[];
  /** Takes back what was made. */
  undo(): Promise<void>;
}

/**
 * A session's directory to be started in again. A worktree that is gone for certain is made anew from
 * its branch: settling removes trees in which nothing can be lost.
 */
export async function readyPlace(
  context: AppContext,
  turn: Turn,
  session: Session,
): Promise<Place> {
  const directory = await context.paths.directory(session.cwd);
  if (directory.kind === "directory") return { session, setUp: [], undo: async () => {} };
  const { repo } = session;
  const removed = session.treeRemoved ? (repo?.branch ?? null) : null;
  const branch = session.worktree?.branch ?? removed;
  const isGone = await context.paths.isGone(session.cwd, session.cwdDevice);
  if (repo === null || branch === null || !isGone) {
    throw new MaestroError(
      "invalid_cwd",
      `Session ${session.id} cannot be started again: ${session.cwd} cannot be used (${directory.reason}). Bring that directory back, then resume.`,
    );
  }
  return remakeTree(context, turn, { before: session, repo, branch });
}

interface Remaking {
  readonly before: Session;
  readonly repo: Repo;
  readonly branch: string;
}

/**
 * The record names the tree before anything of it is made, so that a daemon that ends in between
 * leaves none that nobody knows of.
 */
async function remakeTree(
  context: AppContext,
  turn: Turn,
  { before, repo, branch }: Remaking,
): Promise<Place> {
  const hold = (place: Pick<Session, "worktree" | "cwd" | "treeRemoved">): Promise<Session> =>
    turn.commit((now) => ({ ...now, ...place }));
  const giveBack = async (): Promise<void> =>
    void (await undoing(context, async () => {
      const { worktree, cwd, treeRemoved } = before;
      await hold({ worktree, cwd, treeRemoved });
    }));
  const unwritten: Error[] = [];
  const creation = await context.worktrees.create({
    baseRepo: repo.root,
    branch,
    createBranch: false,
    base: null,
    planned: async ({ worktree }) => {
      await hold({ worktree, cwd: worktree.path, treeRemoved: false }).catch((error: Error) => {
        unwritten.push(error);
        throw error;
      });
    },
  });
  if (creation.kind !== "created") {
    await giveBack();
    throw unwritten[0] ?? new MaestroError("worktree_failed", creation.message);
  }
  const { worktree } = creation;
  const undo = async (): Promise<void> => {
    await undoing(context, () => context.worktrees.undo(creation));
    const left = await context.paths.directory(worktree.path);
    if (left.kind === "unusable") await giveBack();
  };
  try {
    const session = await holdOnDevice(context, turn, creation);
    return { session, setUp: await setUpLines(context, worktree), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

async function holdOnDevice(
  context: AppContext,
  turn: Turn,
  { worktree }: Extract<Creation, { kind: "created" }>,
): Promise<Session> {
  const found = await context.paths.directory(worktree.path);
  const cwdDevice = found.kind === "directory" ? found.device : null;
  return turn.commit((now) => ({
    ...now,
    worktree,
    treeRemoved: false,
    cwd: worktree.path,
    cwdDevice,
  }));
}

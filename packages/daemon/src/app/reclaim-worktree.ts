import { describeUnsavedWork } from "../domain/describe-unsaved-work.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { Session, Worktree } from "../domain/session.ts";
import { withoutTree } from "../domain/transition.ts";
import { isClear, type UnsavedWork } from "../domain/unsaved-work.ts";
import type { Removal } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import { sessionInside } from "./remove-clear-tree.ts";
import type { Turn } from "./session-store.ts";
import { treeOfEntry } from "./tree-at.ts";

/** What a reclaim needs beside the context. */
export interface ReclaimRequest {
  /** Exactly as it stands in the store. */
  readonly path: string;
  /** Saves the tree's whole state in the base repository first, where it holds unsaved work. */
  readonly force: boolean;
}

/** What became of a reclaim: where the tree's state was saved, or null where nothing was to save. */
export interface Reclaimed {
  readonly rescueRef: string | null;
}

/**
 * Removes a retained worktree from disk and from the store. One with unsaved work goes only by
 * force, and then its whole state is a commit in the base repository before anything is removed.
 */
export async function reclaimWorktree(
  context: AppContext,
  { path, force }: ReclaimRequest,
): Promise<Reclaimed> {
  return context.reclaims.run(path, async () => {
    if (context.retained.get(path) === null) throw notRetained(path);
    const holder = context.store.list().find(({ worktree }) => worktree?.path === path);
    if (holder === undefined) return reclaim(context, { path, force, turn: null });
    return context.store.turn(holder.id, (turn) => reclaim(context, { path, force, turn }));
  });
}

interface Reclaim extends ReclaimRequest {
  /** The turn of the session that held the tree when it was asked for. */
  readonly turn: Turn | null;
}

async function reclaim(context: AppContext, { path, force, turn }: Reclaim): Promise<Reclaimed> {
  // While the turn was waited for, the session may have been dismissed or started again.
  const entry = context.retained.get(path);
  if (entry === null) throw notRetained(path);
  const session = turn?.current() ?? null;
  const holder = session?.worktree?.path === path ? session : null;
  expectUnused(context, path, holder);
  const tree = holder?.worktree ?? treeOfEntry(entry);
  const work = await context.worktrees.probe(tree);
  const going = { entry, holder, turn };
  if (isClear(work)) {
    await removeHeld(context, going, () => context.worktrees.remove(tree));
    return { rescueRef: null };
  }
  if (!force) {
    throw new MaestroError("worktree_guarded", describeUnsavedWork(work, tree, "reclaim"), {
      unsavedWork: work,
    });
  }
  const ref = await save(context, tree, work);
  await removeHeld(context, going, () => context.rescue.removeSaved(tree, ref));
  return { rescueRef: ref };
}

function expectUnused(context: AppContext, path: string, holder: Session | null): void {
  const inUse = holder?.life.phase === "running" ? holder : sessionInside(context, path, null);
  if (inUse === null) return;
  throw new MaestroError(
    "worktree_in_use",
    `Session ${inUse.id} works in ${path}. End it first, then reclaim the worktree.`,
  );
}

async function save(context: AppContext, tree: Worktree, work: UnsavedWork): Promise<string> {
  await context.repositories.add(tree.baseRepo);
  const saving = await context.rescue.save(tree);
  if (saving.kind === "saved") return saving.ref;
  throw new MaestroError("worktree_guarded", `Not reclaimed: ${saving.message}`, {
    unsavedWork: work,
  });
}

interface Going {
  readonly entry: RetainedWorktree;
  readonly holder: Session | null;
  readonly turn: Turn | null;
}

/**
 * The session lets go before the tree does: a daemon that ends in between then leaves a tree that its
 * entry names, and no session that waits for one that is gone. A tree that stays is held as before.
 */
async function removeHeld(
  context: AppContext,
  { entry, holder, turn }: Going,
  remove: () => Promise<Removal>,
): Promise<void> {
  if (holder !== null) await turn?.commit(withoutTree);
  const removal = await remove();
  if (removal.kind === "removed" || removal.kind === "missing") {
    await context.retained.release(entry.path);
    return;
  }
  if (holder !== null) await turn?.commit((now) => heldAgain(now, holder), "regardless");
  await explain(context, entry.path, removal);
  throw new MaestroError("worktree_failed", `Not reclaimed: ${removal.message}`, {
    details: { path: entry.path, reason: removal.kind },
  });
}

function heldAgain(now: Session, { worktree, observed }: Session): Session {
  const blockedWork = observed.blockedWork;
  return { ...now, worktree, treeRemoved: false, observed: { ...now.observed, blockedWork } };
}

type Refused = Extract<Removal, { message: string }>;

/** The entry says from now on why the tree could not go; the caller is told in any case. */
async function explain({ retained, log }: AppContext, path: string, why: Refused): Promise<void> {
  const reason = why.kind === "has-submodules" ? "has-submodules" : "removal-failed";
  await retained.explain(path, { reason, detail: why.message }).catch((error: Error) => {
    log.warn("a retained worktree's entry could not be written", { path, error: error.message });
  });
}

function notRetained(path: string): MaestroError {
  return new MaestroError(
    "not_found",
    `No retained worktree is at ${path}. "maestro worktrees" lists them; the path must be exactly as listed.`,
  );
}

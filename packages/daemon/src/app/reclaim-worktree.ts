import { describeUnsavedWork } from "../domain/describe-unsaved-work.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { Session, Worktree } from "../domain/session.ts";
import { withoutTree } from "../domain/transition.ts";
import { isClear } from "../domain/unsaved-work.ts";
import type { Removal } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import { sessionInside } from "./remove-clear-tree.ts";

/** What a reclaim needs beside the context. */
export interface ReclaimRequest {
  /** Exactly as it stands in the store. */
  readonly path: string;
  /** Saves the tree's whole state in the base repository first, where it holds unsaved work. */
  readonly force: boolean;
}

/**
 * Removes a retained worktree from disk and from the store. One with unsaved work goes only by
 * force, and then its whole state is a commit in the base repository before anything is removed.
 * Answers that commit's ref, or null where there was nothing to save.
 */
export async function reclaimWorktree(
  context: AppContext,
  queue: KeyedQueue<string>,
  { path, force }: ReclaimRequest,
): Promise<{ readonly rescueRef: string | null }> {
  return queue.run(path, async () => {
    const entry = context.retained.get(path);
    if (entry === null) throw notRetained(path);
    const holder = context.store.list().find(({ worktree }) => worktree?.path === path) ?? null;
    if (holder === null) return reclaim(context, { entry, force, holder });
    return context.store.turn(holder.id, async (turn) => {
      const now = turn.current();
      const done = await reclaim(context, { entry, force, holder: now });
      if (now !== null) await turn.commit(withoutTree);
      return done;
    });
  });
}

interface Reclaim {
  readonly entry: RetainedWorktree;
  readonly force: boolean;
  readonly holder: Session | null;
}

async function reclaim(
  context: AppContext,
  { entry, force, holder }: Reclaim,
): Promise<{ readonly rescueRef: string | null }> {
  const { path } = entry;
  const inUse = holder?.life.phase === "running" ? holder : sessionInside(context, path, null);
  if (inUse !== null) {
    throw new MaestroError(
      "worktree_in_use",
      `Session ${inUse.id} works in ${path}. End it first, then reclaim the worktree.`,
    );
  }
  const tree = holder?.worktree ?? treeOfEntry(entry);
  const work = await context.worktrees.probe(tree);
  if (isClear(work)) {
    await expectRemoved(context, entry, await context.worktrees.remove(tree));
    return { rescueRef: null };
  }
  if (!force) {
    throw new MaestroError("worktree_guarded", describeUnsavedWork(work, tree, "reclaim"), {
      unsavedWork: work,
    });
  }
  await context.repositories.add(tree.baseRepo);
  const saving = await context.rescue.save(tree);
  if (saving.kind === "refused") {
    throw new MaestroError("worktree_guarded", `Not reclaimed: ${saving.message}`, {
      unsavedWork: work,
    });
  }
  await expectRemoved(context, entry, await context.rescue.removeSaved(tree, saving.ref));
  return { rescueRef: saving.ref };
}

/** A worktree as git knows it, from what the store remembers. */
export function treeOfEntry(entry: RetainedWorktree): Worktree {
  const { path, baseRepo, branch, baseCommit } = entry;
  return { path, baseRepo, branch: branch ?? "HEAD", baseCommit: baseCommit ?? "" };
}

async function expectRemoved(
  context: AppContext,
  entry: RetainedWorktree,
  removal: Removal,
): Promise<void> {
  if (removal.kind === "removed" || removal.kind === "missing") {
    await context.retained.release(entry.path);
    return;
  }
  throw new MaestroError("worktree_failed", `Not reclaimed: ${removal.message}`, {
    details: { path: entry.path, reason: removal.kind },
  });
}

function notRetained(path: string): MaestroError {
  return new MaestroError(
    "not_found",
    `No retained worktree is at ${path}. "maestro worktrees" lists them; the path must be exactly as listed.`,
  );
}

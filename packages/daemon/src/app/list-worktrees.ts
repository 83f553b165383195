import { nameOf } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { pause } from "./pause.ts";
import { treeAt } from "./tree-at.ts";
import type { ListedWorktree } from "./worktree-operations.ts";

/** How many trees are probed at once. */
const AT_ONCE = 4;

/** How long after its start a listing still waits for the sizes of trees. */
const SIZES_MS = 300;

/** Every worktree that maestro answers for: of sessions and retained, each freshly probed. */
export async function listWorktrees(context: AppContext): Promise<readonly ListedWorktree[]> {
  await context.retained.releaseGone();
  const rows = new Map<string, Omit<ListedWorktree, "unsavedWork" | "sizeBytes">>();
  for (const retained of context.retained.list()) {
    const { path, baseRepo, branch, sessionId, sessionName } = retained;
    rows.set(path, { tree: { path, baseRepo, branch }, sessionId, sessionName, retained });
  }
  for (const session of context.store.list()) {
    const tree = session.worktree;
    if (tree === null) continue;
    rows.set(tree.path, {
      tree,
      sessionId: session.id,
      sessionName: nameOf(session),
      retained: context.retained.get(tree.path),
    });
  }
  context.sizes.keepOnly(new Set(rows.keys()));
  const enough = pause(SIZES_MS);
  const queue = [...rows.values()];
  const listed: ListedWorktree[] = [];
  const worker = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const tree = treeAt(context, row.tree.path);
      // It went, and so did its row, while the others were looked at.
      if (tree === null) continue;
      const size = context.sizes.of(tree.path, enough);
      const unsavedWork = await context.worktrees.probe(tree);
      listed.push({ ...row, unsavedWork, sizeBytes: await size });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return listed.sort((a, b) => a.tree.path.localeCompare(b.tree.path));
}

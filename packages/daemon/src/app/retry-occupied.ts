import { MaestroError } from "../domain/maestro-error.ts";
import { isOccupied } from "../domain/occupied.ts";
import type { AppContext } from "./app-context.ts";
import { reclaimWorktree } from "./reclaim-worktree.ts";

/**
 * Tries the trees again that stayed only because somebody was in them. What stands against one now is
 * no news: its entry says so already, or the next one who asks hears of it.
 */
export async function retryOccupied(context: AppContext): Promise<void> {
  const { retained, processes, log } = context;
  for (const { path, reason, detail } of retained.list()) {
    if (reason !== "removal-failed" || !isOccupied(detail)) continue;
    // Asked first: a reclaim lets the dead session go and has to take it back.
    if ((await processes.livesIn(path)) !== null) continue;
    try {
      await reclaimWorktree(context, { path, force: false });
      log.info("a worktree went that somebody had been in", { path });
    } catch (error) {
      if (!(error instanceof MaestroError)) throw error;
    }
  }
}

import type { Session } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/** What stood for the session while it did not run. It runs, whether or not that can be removed. */
export async function clearAway(context: AppContext, { id, worktree }: Session): Promise<void> {
  const { retained, finalScreens, log } = context;
  const warn = (error: Error): void => {
    log.warn("what stood for a resumed session could not be removed", {
      id,
      error: error.message,
    });
  };
  if (worktree !== null) await retained.release(worktree.path).catch(warn);
  await finalScreens.remove(id).catch(warn);
}

import { isAbsolute } from "node:path";
import { MaestroError } from "../domain/maestro-error.ts";
import type { WorktreeWish } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import type { WorktreePreview } from "./worktree-operations.ts";

/** What a session with this wish would get, for a person to see before it is made. */
export async function planWorktree(
  { worktrees, setUps }: AppContext,
  wish: WorktreeWish,
): Promise<WorktreePreview> {
  if (!isAbsolute(wish.baseRepo)) {
    throw new MaestroError("invalid_cwd", `${wish.baseRepo} is not an absolute path.`);
  }
  const planned = await worktrees.plan(wish);
  if (planned.kind === "plan") {
    return { ...planned.plan, runs: await setUps.commands(planned.plan.worktree.baseRepo) };
  }
  const code = planned.kind === "failed" ? "worktree_failed" : "invalid_branch";
  throw new MaestroError(code, planned.message);
}

import type { Changes } from "../../../ports/changes.ts";
import type { GitNeeds } from "../git-needs.ts";

/** What worktrees add to the commits they were made at. */
export function createChanges(_needs: GitNeeds): Changes {
  return { page: () => Promise.resolve(null) };
}

import type { Planning, WorktreeWish } from "../../ports/worktrees.ts";
import { foreseeDirectory } from "./claim-directory.ts";
import { type CreationNeeds, treeAt } from "./create-tree.ts";
import { deadlineIn } from "./deadline.ts";
import { understandWish } from "./understand-wish.ts";

/** What a creation would make if it came now. Makes nothing, and holds nothing for whoever asked. */
export async function planTree(
  needs: Pick<CreationNeeds, "git" | "worktreesDir" | "timeoutMs">,
  wish: WorktreeWish,
): Promise<Planning> {
  const understood = await understandWish(needs.git, wish, deadlineIn(needs.timeoutMs));
  if (understood.kind !== "wish") return understood;
  const { repository, start } = understood;
  const claim = { worktreesDir: needs.worktreesDir, repository, branch: start.branch };
  try {
    const path = await foreseeDirectory(claim);
    return {
      kind: "plan",
      plan: { worktree: treeAt(path, repository, start), madeBranch: start.isNew },
    };
  } catch (error) {
    return { kind: "failed", message: (error as Error).message };
  }
}

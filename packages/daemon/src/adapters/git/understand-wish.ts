import type { WorktreeWish } from "../../ports/worktrees.ts";
import { whyInvalidBranch } from "./branch-name.ts";
import { type BranchStart, findBranchStart, readBase } from "./branch-start.ts";
import type { Deadline } from "./deadline.ts";
import type { Git } from "./git.ts";
import { locateRepository, type Repository } from "./repository.ts";

/** Which repository and branch a wish means, or why it cannot be granted. */
export type Understood =
  | { readonly kind: "wish"; readonly repository: Repository; readonly start: BranchStart }
  | { readonly kind: "invalid-branch"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** Finds out what is to be made. Changes nothing. */
export async function understandWish(
  git: Git,
  wish: WorktreeWish,
  deadline: Deadline,
): Promise<Understood> {
  const [invalid, located, base] = await Promise.all([
    whyInvalidBranch(git, wish.branch, deadline),
    locateRepository(git, wish.baseRepo, deadline),
    readBase(git, wish, deadline),
  ]);
  if (invalid !== null) return { kind: "invalid-branch", message: invalid };
  if (located.kind === "none") return { kind: "failed", message: located.message };
  const { repository } = located;
  const found = await findBranchStart({ git, repository, wish, base }, deadline);
  if (found.kind === "none") return { kind: "failed", message: found.message };
  return { kind: "wish", repository, start: found.start };
}

import type { Taken } from "./tracked.ts";

/** What is wrong with the creations of a burst: of several on one branch one has it, the rest succeed. */
export function judgeCreations(taken: readonly Taken[], crashed: boolean): string[] {
  const creates = taken.filter(({ step }) => step.kind === "create");
  const wrong = creates.flatMap(({ step, answer }) => {
    const isShared = step.kind === "create" && step.tree === "shared";
    if (answer.kind !== "refused" || (isShared && answer.code === "worktree_failed")) return [];
    return [`a creation was refused with ${answer.code}: ${answer.says}`];
  });
  const shared = creates.filter(({ step }) => step.kind === "create" && step.tree === "shared");
  const winners = shared.filter(({ answer }) => answer.kind === "ok").length;
  if (winners > 1) wrong.push(`${winners} creations had one branch`);
  if (shared.length > 0 && winners === 0 && !crashed) wrong.push("no creation had the branch");
  return wrong;
}

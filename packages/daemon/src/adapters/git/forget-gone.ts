import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { isGone } from "./gone.ts";
import { pinRescue } from "./pin-rescue.ts";
import { readRegistrations } from "./registration.ts";
import { worktreeCommand } from "./worktree-command.ts";

/**
 * Drops the registration of a tree of ours that is gone for good and still holds a branch that is
 * asked for again: exactly that one. What only its entry kept alive is pinned before. Answers why it
 * could not, or null.
 */
export async function forgetGoneHolder(
  git: Git,
  at: { readonly commonDir: string; readonly branch: string },
  deadline: Deadline,
): Promise<string | null> {
  const holder = (await readRegistrations(at.commonDir)).find((one) => one.branch === at.branch);
  // A tree that maestro did not make may lie on any disk: nothing says that it is gone.
  if (holder === undefined || holder.mark === null) return null;
  if (!(await isGone(holder.path, holder.mark.device))) return null;
  const source = { gitDir: holder.gitDir, commonDir: at.commonDir, branch: at.branch };
  const pinning = await pinRescue(git, source, deadline);
  if (pinning.kind === "failed") return pinning.message;
  const answer = await worktreeCommand(git, ["remove", "--", holder.path], {
    cwd: at.commonDir,
    timeoutMs: deadline.left(),
  });
  return answer.kind === "ok" ? null : whyNot(answer);
}

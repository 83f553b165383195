import type { RetainedWorktree } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";

/** Why a worktree is still there. A reason of a newer daemon is shown as it is. */
export function reasonWords({
  reason,
  detail,
}: Pick<RetainedWorktree, "reason" | "detail">): string {
  switch (reason) {
    case "force-killed":
      return "You ended it with work in it";
    case "exited-with-unsaved-work":
      return "Ended by itself with unsaved work";
    case "removal-failed":
      return detail === null
        ? "git refused to remove it"
        : `git refused: ${plainText(detail, 120)}`;
    case "has-submodules":
      return "Has submodules";
    case "restored":
      return "Restored from a saved copy";
    default:
      return plainText(reason, 120);
  }
}

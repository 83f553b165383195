import type { Rescue } from "../../../ports/rescue.ts";
import { deadlineIn } from "../deadline.ts";
import type { GitNeeds } from "../git-needs.ts";
import { forgetRescued } from "./forget-rescued.ts";
import { listRescued } from "./list-rescued.ts";
import { removeSavedTree } from "./remove-saved.ts";
import { restoreTree } from "./restore-tree.ts";
import { saveTree } from "./save-tree.ts";

/** Every file is read and written once, however large the tree. */
const SAVE_MS = 10 * 60_000;
const RESTORE_MS = 10 * 60_000;
/** Ending git in the middle leaves half a tree, so it gets all the time a slow disk may need. */
const REMOVE_MS = 30 * 60_000;
const ASK_MS = 10_000;

/** Saves trees under refs of our own and brings them back. */
export function createRescue(needs: GitNeeds): Rescue {
  const { git, queue, livesIn, precious, log, worktreesDir } = needs;
  return {
    async save(tree) {
      const gitVersion = await needs.version();
      return queue.run(tree.path, () =>
        saveTree({ git, gitVersion, precious, timeoutMs: SAVE_MS }, tree),
      );
    },
    async removeSaved(tree, ref) {
      const gitVersion = await needs.version();
      const removal = { git, livesIn, gitVersion, precious, timeoutMs: REMOVE_MS };
      return queue.run(tree.path, () => removeSavedTree(removal, tree, ref));
    },
    list: (baseRepo) => listRescued(git, baseRepo, deadlineIn(ASK_MS)),
    restore: (baseRepo, ref) =>
      restoreTree({ git, queue, worktreesDir, log, timeoutMs: RESTORE_MS }, { baseRepo, ref }),
    forget: (baseRepo, ref) => forgetRescued(git, { baseRepo, ref }, deadlineIn(ASK_MS)),
  };
}

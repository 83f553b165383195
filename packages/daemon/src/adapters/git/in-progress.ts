import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BlockedWork } from "../../domain/session.ts";

/** What git is in the middle of, by the files it leaves in a tree's own git directory. */
export async function readInProgress(gitDir: string): Promise<BlockedWork["inProgress"]> {
  const has = (name: string): Promise<boolean> =>
    access(join(gitDir, name)).then(
      () => true,
      () => false,
    );
  // A rebase stops with a cherry-pick of its own underway, so it is asked for first.
  if (await has("rebase-merge")) return "rebase";
  if (await has("rebase-apply/applying")) return "am";
  if (await has("rebase-apply")) return "rebase";
  if (await has("MERGE_HEAD")) return "merge";
  if (await has("CHERRY_PICK_HEAD")) return "cherry-pick";
  if (await has("REVERT_HEAD")) return "revert";
  // Between two picks of a series only the list of what is left says so.
  if (await has("sequencer")) {
    const todo = await readFile(join(gitDir, "sequencer/todo"), "utf8").catch(() => "");
    return /^\s*revert\b/m.test(todo) ? "revert" : "cherry-pick";
  }
  return (await has("BISECT_LOG")) ? "bisect" : null;
}

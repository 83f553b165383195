import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readInProgress } from "../in-progress.ts";
import { isObjectId } from "../object-id.ts";

/** What git is in the middle of, as far as a saved state can hold it. */
export type Operation =
  /** Nothing, or one step: the commits that its files name, which have to be kept alive. */
  | { readonly kind: "savable"; readonly commits: readonly string[] }
  | { readonly kind: "refused"; readonly message: string };

/** Files by which git knows that one merge, pick or revert is not committed yet, and its message. */
export const OPERATION_FILES: readonly string[] = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "MERGE_MODE",
  "MERGE_MSG",
  "SQUASH_MSG",
];

/** Of those, the ones that hold commits. */
const HEADS = OPERATION_FILES.slice(0, 3);

/** More than one step, or work that lies in neither files nor index. */
const TOO_MUCH = ["sequencer", "BISECT_LOG", "MERGE_AUTOSTASH"];

/**
 * Reads what is in progress. One merge, pick or revert is the index, the files and a few lines beside
 * them. A series moves a branch that another tree may hold by the time it comes back.
 */
export async function readOperation(gitDir: string): Promise<Operation> {
  const busy = await readInProgress(gitDir);
  const extra = await Promise.all(TOO_MUCH.map((name) => has(gitDir, name)));
  const isOneStep = busy === "merge" || busy === "cherry-pick" || busy === "revert";
  if ((busy !== null && !isOneStep) || extra.includes(true)) {
    const what = busy ?? "merge";
    return refused(`a ${what} is in progress, which cannot be saved: finish or abort it first`);
  }
  const commits: string[] = [];
  for (const name of HEADS) {
    const text = await readFile(join(gitDir, name), "utf8").catch(nothingOnlyIfAbsent);
    const ids = text.split("\n").filter((line) => line !== "");
    if (!ids.every(isObjectId)) return refused(`${name} does not hold commits`);
    commits.push(...ids);
  }
  return { kind: "savable", commits: [...new Set(commits)] };
}

function nothingOnlyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}

function has(gitDir: string, name: string): Promise<boolean> {
  return access(join(gitDir, name)).then(
    () => true,
    () => false,
  );
}

function refused(message: string): Operation {
  return { kind: "refused", message };
}

import type { Worktree } from "./session.ts";
import type { UnsavedWork } from "./unsaved-work.ts";

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

const WORDS = {
  end: {
    refused: "Not ended",
    way: "end the session with force: the worktree then stays on disk",
  },
  reclaim: {
    refused: "Not reclaimed",
    way: "reclaim it with force: its whole state is then saved in the repository first",
  },
} as const;

/** What is in the way, in one sentence for people: "3 changed files, 1 new file and 2 commits …". */
export function describeUnsavedWork(
  work: UnsavedWork,
  tree: Pick<Worktree, "path">,
  what: "end" | "reclaim" = "end",
): string {
  const { refused, way } = WORDS[what];
  if (work.unknown !== null) {
    return `${refused}: git could not tell whether the worktree ${tree.path} holds unsaved work (${work.unknown}). Look into it, or ${way}.`;
  }
  return `${refused}: the worktree ${tree.path} holds ${listUnsavedWork(work)}. Commit and push, or ${way}.`;
}

/** What there is of unsaved work: "3 changed files, 1 new file and a rebase in progress". */
export function listUnsavedWork(work: UnsavedWork): string {
  const parts = [
    work.uncommitted > 0 ? count(work.uncommitted, "changed file", "changed files") : null,
    work.untracked > 0 ? count(work.untracked, "new file", "new files") : null,
    work.unpushed > 0 ? `${count(work.unpushed, "commit", "commits")} on no remote` : null,
    work.inProgress === null ? null : `a ${work.inProgress} in progress`,
  ].filter((part) => part !== null);
  return parts.length > 1
    ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
    : (parts[0] ?? "");
}

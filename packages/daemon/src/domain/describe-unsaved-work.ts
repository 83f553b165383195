import type { Worktree } from "./session.ts";
import type { UnsavedWork } from "./unsaved-work.ts";

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** What is in the way, in one sentence for people: "3 changed files, 1 new file and 2 commits …". */
export function describeUnsavedWork(work: UnsavedWork, tree: Pick<Worktree, "path">): string {
  if (work.unknown !== null) {
    return `Not ended: git could not tell whether the worktree ${tree.path} holds unsaved work (${work.unknown}). Look into it, or end the session with force: the worktree then stays on disk.`;
  }
  const parts = [
    work.uncommitted > 0 ? count(work.uncommitted, "changed file", "changed files") : null,
    work.untracked > 0 ? count(work.untracked, "new file", "new files") : null,
    work.unpushed > 0 ? `${count(work.unpushed, "commit", "commits")} on no remote` : null,
    work.inProgress === null ? null : `a ${work.inProgress} in progress`,
  ].filter((part) => part !== null);
  const listed =
    parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
  return `Not ended: the worktree ${tree.path} holds ${listed}. Commit and push, or end the session with force: the worktree then stays on disk.`;
}

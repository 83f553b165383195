import type { ChangedFile } from "@maestro/protocol";

/** Files that stand in the same relation to git. */
export interface FileGroup {
  readonly title: string;
  readonly files: readonly ChangedFile[];
}

/** Changed files by what a person would have to do to keep them: commit, add, or nothing more. */
export function fileGroups(files: readonly ChangedFile[]): readonly FileGroup[] {
  const groups = [
    {
      title: "Not committed",
      files: files.filter((file) => !file.untracked && (file.staged || file.unstaged)),
    },
    { title: "New, not in git", files: files.filter((file) => file.untracked) },
    {
      title: "Committed",
      files: files.filter((file) => !file.untracked && !file.staged && !file.unstaged),
    },
  ];
  return groups.filter((group) => group.files.length > 0);
}

/** A letter for how a file changed, as git's own short status has it. */
export const KIND_LETTERS: Readonly<Record<ChangedFile["kind"], string>> = {
  added: "A",
  modified: "M",
  deleted: "D",
  renamed: "R",
  "type-changed": "T",
  conflicted: "U",
};

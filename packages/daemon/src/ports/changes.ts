import type { Worktree } from "../domain/session.ts";

/** How a file of a worktree differs from the commit the worktree was made at. */
export interface ChangedFile {
  readonly path: string;
  /** Where it was before, for a rename. */
  readonly oldPath: string | null;
  readonly kind: "added" | "modified" | "deleted" | "renamed" | "type-changed" | "conflicted";
  /** The steps the change went through: it may be in a commit, in the index, in the tree alone. */
  readonly committed: boolean;
  readonly staged: boolean;
  readonly unstaged: boolean;
  readonly untracked: boolean;
  /** Lines; null for a binary file. */
  readonly additions: number | null;
  readonly deletions: number | null;
  /** A unified diff, or null where `omitted` says why there is none. */
  readonly diff: string | null;
  readonly omitted: "binary" | "large" | null;
}

/** One page of a worktree's changes, in the order of their paths. */
export interface ChangesPage {
  /** The commit that the tree is compared with. */
  readonly base: string;
  readonly totals: {
    readonly files: number;
    readonly additions: number;
    readonly deletions: number;
  };
  readonly files: readonly ChangedFile[];
  /** On the first page: the last commits since the base that no remote has, newest first. */
  readonly commits: readonly { readonly id: string; readonly subject: string }[];
  /** The last path of this page, to be asked for what comes after; null at the end. */
  readonly next: string | null;
}

/** What worktrees add to the commits they were made at. */
export interface Changes {
  /** Null where git cannot tell. Changes nothing in the repository. */
  page(tree: Worktree, after: string | null): Promise<ChangesPage | null>;
}

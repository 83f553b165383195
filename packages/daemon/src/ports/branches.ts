/** A branch that a session could be started on. */
export interface Branch {
  readonly name: string;
  /** The remote that it is on alone, or null for a local branch. */
  readonly remote: string | null;
  /** The worktree that has it checked out. */
  readonly checkedOutAt: string | null;
  readonly committedAt: number;
  readonly subject: string;
}

/** The branches of repositories. */
export interface Branches {
  /** Those of the repository a path belongs to, newest first; null where it is in none. */
  list(path: string): Promise<readonly Branch[] | null>;
}

import type { Worktree } from "../domain/session.ts";

/** What a repository asks for when a worktree of it is made. */
export interface SetUp {
  /** Shell lines to be run in the new tree, in its session. */
  readonly commands: readonly string[];
  /** Files that could not be copied or linked, said for a person. */
  readonly warnings: readonly string[];
}

/** Makes new worktrees fit to work in. */
export interface SetUps {
  /** Copies and links what the repository asks for into a new tree; answers what it wants run. */
  prepare(tree: Worktree): Promise<SetUp>;
  /** The lines that would be run in a new tree of the repository, for a person to see before. */
  commands(baseRepo: string): Promise<readonly string[]>;
}

import type { Deadline } from "./deadline.ts";
import type { Git } from "./git.ts";

/** A checkout to be looked at: a proven worktree, or an initialised submodule inside one. */
export interface Place {
  readonly top: string;
  /** Its own git directory, which holds HEAD, the index and what is in progress. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** The same place in the main checkout, whose precious files are compared with. */
  readonly main: string;
  /** What was there when the tree was made is not unpushed; null where that is not known. */
  readonly baseCommit: string | null;
  /** The branch it was made for, where its HEAD does not say. */
  readonly branch: string | null;
}

/** What every look needs. */
export interface Look {
  readonly git: Git;
  readonly deadline: Deadline;
  readonly precious: readonly string[];
  readonly gitVersion: string | null;
}

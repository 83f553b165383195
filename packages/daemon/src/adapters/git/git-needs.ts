import type { Log } from "../../ports/log.ts";
import type { Git } from "./git.ts";
import type { LivesIn } from "./lives-in.ts";
import type { Queue } from "./queue.ts";

/** What all parts of the git layer share. */
export interface GitNeeds {
  readonly git: Git;
  /** By repository for what changes its branches and entries, by path for what a tree goes by. */
  readonly queue: Queue;
  readonly worktreesDir: string;
  readonly precious: readonly string[];
  readonly livesIn: LivesIn;
  readonly log: Log | null;
  /** git's version, asked for once. */
  readonly version: () => Promise<string | null>;
}

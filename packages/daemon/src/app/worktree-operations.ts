import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { Worktree } from "../domain/session.ts";
import type { UnsavedWork } from "../domain/unsaved-work.ts";
import type { Branch } from "../ports/branches.ts";
import type { ChangesPage } from "../ports/changes.ts";
import type { RescuedWork } from "../ports/rescue.ts";
import type { Plan, WorktreeWish } from "../ports/worktrees.ts";

/** A worktree that is thought of, with the lines that would be run in it first. */
export interface WorktreePreview extends Plan {
  readonly runs: readonly string[];
}

/** A worktree that maestro answers for, freshly probed. */
export interface ListedWorktree {
  readonly tree: Pick<Worktree, "path" | "baseRepo"> & { readonly branch: string | null };
  readonly sessionId: string | null;
  readonly sessionName: string | null;
  readonly retained: RetainedWorktree | null;
  readonly unsavedWork: UnsavedWork;
  /** What it takes on disk, or null where that is not known yet. */
  readonly sizeBytes: number | null;
}

/** A directory in which sessions were started lately. */
export interface RecentDirectory {
  readonly directory: string;
  readonly lastUsedAt: number;
  readonly starts: number;
}

/** A repository or directory that is known from history and sessions. */
export interface KnownProject {
  readonly root: string;
  readonly isRepository: boolean;
  readonly starts: number;
  readonly liveSessions: number;
  readonly lastUsedAt: number;
}

/** What a client can ask about worktrees, repositories and directories. */
export interface WorktreeOperations {
  worktrees(): Promise<readonly ListedWorktree[]>;
  /** Answers the ref under which the tree's state was saved, or null where nothing was to save. */
  reclaim(path: string, force: boolean): Promise<{ readonly rescueRef: string | null }>;
  rescued(): Promise<readonly RescuedWork[]>;
  restore(
    baseRepo: string,
    ref: string,
  ): Promise<{ readonly path: string; readonly branch: string | null }>;
  forget(baseRepo: string, ref: string): Promise<void>;
  /** What the session's worktree adds to the commit it was made at. */
  changes(id: string, after: string | null): Promise<ChangesPage>;
  /** The same for a worktree by its path, also where no session holds it any more. */
  treeChanges(path: string, after: string | null): Promise<ChangesPage>;
  /** What a session with this wish would get if it were started now. */
  planWorktree(wish: WorktreeWish): Promise<WorktreePreview>;
  branches(path: string): Promise<readonly Branch[]>;
  recentDirs(): Promise<readonly RecentDirectory[]>;
  projects(): Promise<readonly KnownProject[]>;
}

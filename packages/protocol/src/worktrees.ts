import * as z from "zod";
import { Flag, WorktreeRequest } from "./requests.ts";
import { Time } from "./session.ts";
import { UnsavedWork } from "./unsaved-work.ts";

/** Why a worktree outlives its session. A reader keeps reasons that it does not know. */
export const RetainedReason = z.string();

/** A worktree that outlives its session, as it is remembered. */
export const RetainedWorktree = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string().nullable(),
  reason: RetainedReason,
  retained_at: Time,
  base_commit: z.string().nullable(),
  session_id: z.string().nullable(),
  session_name: z.string().nullable(),
  command: z.union([z.string(), z.array(z.string())]),
  /** git's words, or ours, where the reason alone does not say enough. */
  detail: z.string().nullable(),
});
export type RetainedWorktree = z.infer<typeof RetainedWorktree>;

/** A worktree that maestro answers for: a session's, or a retained one. */
export const WorktreeListing = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string().nullable(),
  session_id: z.string().nullable(),
  session_name: z.string().nullable(),
  /** null while a session holds it and nothing made it stay. */
  reason: RetainedReason.nullable(),
  retained_at: Time.nullable(),
  /** git's words, or ours, where the reason alone does not say enough. */
  detail: z.string().nullable(),
  unsaved_work: UnsavedWork,
  /** What it takes on disk; null where that is not known yet, or cannot be. */
  size_bytes: z.int().nullable().default(null),
});
export type WorktreeListing = z.infer<typeof WorktreeListing>;

/** A retained worktree to be removed from disk and from memory. */
export const Reclaim = z.strictObject({
  /** Exactly as listed. */
  path: z.string().min(1).max(4096),
  /** true saves the whole state in the base repository first where the tree holds unsaved work. */
  force: z.boolean().optional(),
});

/** What became of a reclaim. */
export const Reclaimed = z.object({
  path: z.string(),
  /** Where the tree's state was saved, or null where there was nothing to save. */
  rescue_ref: z.string().nullable(),
});
export type Reclaimed = z.infer<typeof Reclaimed>;

/** The state of a worktree that was saved before it was reclaimed. */
export const RescuedWork = z.object({
  ref: z.string(),
  base_repo: z.string(),
  branch: z.string().nullable(),
  head: z.string(),
  saved_at: Time,
  files: z.int(),
});
export type RescuedWork = z.infer<typeof RescuedWork>;

/** Names one saved state. */
export const RescueRef = z.strictObject({
  base_repo: z.string().min(1).max(4096),
  ref: z.string().min(1).max(1000),
});

/** A saved state that is a worktree again. */
export const Restored = z.object({ path: z.string(), branch: z.string().nullable() });
export type Restored = z.infer<typeof Restored>;

/** How a file of a worktree differs from the commit the worktree was made at. */
export const ChangedFile = z.object({
  path: z.string(),
  old_path: z.string().nullable(),
  kind: z.enum(["added", "modified", "deleted", "renamed", "type-changed", "conflicted"]),
  committed: z.boolean(),
  staged: z.boolean(),
  unstaged: z.boolean(),
  untracked: z.boolean(),
  /** Lines; null for a binary file. */
  additions: z.int().nullable(),
  deletions: z.int().nullable(),
  /** A unified diff, or null where `omitted` says why there is none. */
  diff: z.string().nullable(),
  omitted: z.enum(["binary", "large"]).nullable(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** One page of a worktree's changes against its base, ordered by path. */
export const Changes = z.object({
  base: z.string(),
  totals: z.object({ files: z.int(), additions: z.int(), deletions: z.int() }),
  files: z.array(ChangedFile),
  /** On the first page: the last commits since the base that no remote has, newest first. */
  commits: z.array(z.object({ id: z.string(), subject: z.string() })).default([]),
  /** To be asked for as `after`, or null at the end. */
  next: z.string().nullable(),
});
export type Changes = z.infer<typeof Changes>;

/** What the changes call may be asked. */
export const ChangesQuery = z.strictObject({ after: z.string().max(4096).optional() });

/** What the changes call of a worktree may be asked. */
export const TreeChangesQuery = z.strictObject({
  /** Exactly as listed. */
  path: z.string().min(1).max(4096),
  after: z.string().max(4096).optional(),
});

/** A worktree that is thought of. As in a request to create one, in a query. */
export const PlanQuery = z.strictObject({
  ...WorktreeRequest.shape,
  create_branch: Flag,
});

/** What a session with such a worktree would get if it were started now. Nothing is held for it. */
export const WorktreePlan = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string(),
  /** True where the branch would be made too. */
  makes_branch: z.boolean(),
  /** The commit that it would start at. */
  base_commit: z.string(),
  /** Shell lines that would be run in it before the command: the user's and the repository's. */
  runs: z.array(z.string()).default([]),
});
export type WorktreePlan = z.infer<typeof WorktreePlan>;

/** A branch that a session could be started on. */
export const Branch = z.object({
  name: z.string(),
  /** The remote that it is on alone, or null for a local branch. */
  remote: z.string().nullable(),
  /** The worktree that has it checked out. */
  checked_out_at: z.string().nullable(),
  committed_at: Time,
  subject: z.string(),
});
export type Branch = z.infer<typeof Branch>;

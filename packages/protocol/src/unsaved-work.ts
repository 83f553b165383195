import * as z from "zod";

/** What git is in the middle of in a worktree. */
export const InProgress = z.enum(["merge", "rebase", "cherry-pick", "revert", "bisect", "am"]);
export type InProgress = z.infer<typeof InProgress>;

const counts = {
  /** Tracked files that differ from the last commit, staged or not. */
  uncommitted: z.int().min(0),
  /** Files that git does not track and does not ignore, and ignored ones that are precious. */
  untracked: z.int().min(0),
  /** Commits that no remote holds and that were not there when the worktree was made. */
  unpushed: z.int().min(0),
  in_progress: InProgress.nullable(),
  /** Why git could not tell; never clear while it is set. */
  unknown: z.string().nullable(),
};

/** The counts alone, as a session carries them while something blocks its end. */
export const BlockedWork = z.object(counts);
export type BlockedWork = z.infer<typeof BlockedWork>;

/** What removing a worktree would lose, with the first few names of each kind. */
export const UnsavedWork = z.object({
  ...counts,
  /** True where counting stopped early: the counts are then "at least". */
  truncated: z.boolean(),
  samples: z.object({
    uncommitted: z.array(z.string()),
    untracked: z.array(z.string()),
    unpushed: z.array(z.object({ id: z.string(), subject: z.string() })),
  }),
  /** Facts that do not block but that a person wants to know (stashes made on this branch, …). */
  notes: z.array(z.string()),
});
export type UnsavedWork = z.infer<typeof UnsavedWork>;

import type { Command } from "@maestro/protocol";

/** Why a worktree outlives its session. Reasons of a newer version are kept as they are. */
export type RetainedReason =
  | "force-killed"
  | "exited-with-unsaved-work"
  | "removal-failed"
  | "has-submodules"
  | "restored"
  | (string & {});

/** A worktree that outlives its session, as the durable store remembers it. */
export interface RetainedWorktree {
  readonly path: string;
  readonly baseRepo: string;
  /** null where the tree's HEAD was detached. */
  readonly branch: string | null;
  readonly reason: RetainedReason;
  readonly retainedAt: number;
  /** The device the tree was on: a disk that is away does not mean that the tree is gone. */
  readonly device: number | null;
  readonly baseCommit: string | null;
  readonly sessionId: string | null;
  readonly sessionName: string | null;
  readonly command: Command;
  /** git's words, or ours, where the reason alone does not say enough. */
  readonly detail: string | null;
}

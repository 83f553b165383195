import type { BlockedWork } from "./session.ts";

/** What removing a worktree would lose, with the first few names of each kind. */
export interface UnsavedWork extends BlockedWork {
  /** True where counting stopped early: the counts are then "at least". */
  readonly truncated: boolean;
  readonly samples: {
    readonly uncommitted: readonly string[];
    readonly untracked: readonly string[];
    readonly unpushed: readonly { readonly id: string; readonly subject: string }[];
  };
  /** Facts that block nothing but that a person wants to know. */
  readonly notes: readonly string[];
}

/** True where nothing can be lost. What git could not tell is never clear. */
export function isClear(work: BlockedWork): boolean {
  return (
    work.uncommitted === 0 &&
    work.untracked === 0 &&
    work.unpushed === 0 &&
    work.inProgress === null &&
    work.unknown === null
  );
}

/** The counts alone, or null where nothing is in the way. */
export function blockedBy(work: UnsavedWork): BlockedWork | null {
  if (isClear(work)) return null;
  const { uncommitted, untracked, unpushed, inProgress, unknown } = work;
  return { uncommitted, untracked, unpushed, inProgress, unknown };
}

/** The answer of a probe that could not look: never clear. */
export function unknownWork(reason: string): UnsavedWork {
  return {
    uncommitted: 0,
    untracked: 0,
    unpushed: 0,
    inProgress: null,
    unknown: reason,
    truncated: false,
    samples: { uncommitted: [], untracked: [], unpushed: [] },
    notes: [],
  };
}

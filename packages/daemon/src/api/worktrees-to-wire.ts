import type {
  Branch as WireBranch,
  Changes,
  RescuedWork as WireRescued,
  WorktreePlan,
} from "@maestro/protocol";
import type { Branch } from "../ports/branches.ts";
import type { ChangesPage } from "../ports/changes.ts";
import type { RescuedWork } from "../ports/rescue.ts";
import type { WorktreePreview } from "../app/worktree-operations.ts";

const iso = (at: number): string => new Date(at).toISOString();

/** A page of changes as it travels. */
export function changesToWire({ base, totals, files, commits, next }: ChangesPage): Changes {
  return {
    base,
    totals,
    files: files.map(({ oldPath, ...file }) => ({ ...file, old_path: oldPath })),
    commits: [...commits],
    next,
  };
}

/** A saved state as it travels. */
export function rescuedToWire(work: RescuedWork): WireRescued {
  const { ref, baseRepo, branch, head, savedAt, files } = work;
  return { ref, base_repo: baseRepo, branch, head, saved_at: iso(savedAt), files };
}

/** A branch as it travels. */
export function branchToWire(branch: Branch): WireBranch {
  const { name, remote, checkedOutAt, committedAt, subject } = branch;
  return {
    name,
    remote,
    checked_out_at: checkedOutAt,
    committed_at: iso(committedAt),
    subject,
  };
}

/** A worktree that is thought of, as it travels. */
export function planToWire({ worktree, madeBranch, runs }: WorktreePreview): WorktreePlan {
  const { path, baseRepo, branch, baseCommit } = worktree;
  return {
    path,
    base_repo: baseRepo,
    branch,
    makes_branch: madeBranch,
    base_commit: baseCommit,
    runs: [...runs],
  };
}

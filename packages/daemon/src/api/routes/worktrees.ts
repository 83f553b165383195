import { worktreeWishOf } from "../from-wire.ts";
import type { HandlerDeps, Handlers } from "../handlers.ts";
import { listedWorktreeToWire } from "../to-wire.ts";
import { branchToWire, changesToWire, planToWire, rescuedToWire } from "../worktrees-to-wire.ts";

type WorktreeCalls =
  | "listWorktrees"
  | "getWorktreeChanges"
  | "reclaimWorktree"
  | "listRescued"
  | "restoreRescued"
  | "forgetRescued"
  | "listBranches"
  | "planWorktree"
  | "listRecentDirs"
  | "listProjects";

const iso = (at: number): string => new Date(at).toISOString();

/** The calls about worktrees, repositories and directories. */
export function worktreeHandlers({ operations }: HandlerDeps): Pick<Handlers, WorktreeCalls> {
  return {
    listWorktrees: async () => (await operations.worktrees()).map(listedWorktreeToWire),
    getWorktreeChanges: async ({ query }) =>
      changesToWire(await operations.treeChanges(query.path, query.after ?? null)),
    reclaimWorktree: async ({ body }) => {
      const { rescueRef } = await operations.reclaim(body.path, body.force === true);
      return { path: body.path, rescue_ref: rescueRef };
    },
    listRescued: async () => (await operations.rescued()).map(rescuedToWire),
    restoreRescued: ({ body }) => operations.restore(body.base_repo, body.ref),
    forgetRescued: ({ query }) => operations.forget(query.base_repo, query.ref),
    listBranches: async ({ query }) => (await operations.branches(query.path)).map(branchToWire),
    planWorktree: async ({ query }) =>
      planToWire(await operations.planWorktree(worktreeWishOf(query))),
    listRecentDirs: async () =>
      (await operations.recentDirs()).map(({ directory, lastUsedAt, starts }) => ({
        directory,
        last_used_at: iso(lastUsedAt),
        starts,
      })),
    listProjects: async () =>
      (await operations.projects()).map((project) => ({
        root: project.root,
        is_repository: project.isRepository,
        starts: project.starts,
        live_sessions: project.liveSessions,
        last_used_at: iso(project.lastUsedAt),
      })),
  };
}

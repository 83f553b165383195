import type { AttentionOperations } from "../../app/attention-operations.ts";
import type { WorktreeOperations } from "../../app/worktree-operations.ts";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { Session } from "../../domain/session.ts";
import type { WorktreeWish } from "../../ports/worktrees.ts";

type Rest = Omit<WorktreeOperations, "worktrees"> & Omit<AttentionOperations, "report" | "focus">;

const NO_CHANGES = {
  base: "0".repeat(40),
  totals: { files: 0, additions: 0, deletions: 0 },
  files: [],
  commits: [],
  next: null,
};

/** Operations that the server's tests only pass through: they answer with little, or with failure. */
export abstract class QuietOperations implements Rest {
  failure: Error | null = null;
  readonly calls: (readonly unknown[])[] = [];

  abstract session(id: string): Promise<Session>;

  resume(id: string) {
    return this.note(["resume", id], async () => ({
      session: await this.session(id),
      resumed: "command" as const,
    }));
  }

  hook(id: string, agent: string, payload: unknown): Promise<void> {
    return this.note(["hook", id, agent, payload], async () => void (await this.session(id)));
  }

  wait(id: string, request: unknown) {
    return this.note(["wait", id, request], async () => ({
      reached: true,
      session: await this.session(id),
      seq: "run-1",
    }));
  }

  why(id: string) {
    const by = { source: "process", says: "idle", words: "quiet", since: 0 } as const;
    const decision = {
      activity: "idle",
      by,
      others: [],
      reportEnds: null,
      lookAgainAt: null,
    } as const;
    return this.note(["why", id], async () => {
      await this.session(id);
      return { decision, acknowledged: false };
    });
  }

  agents = async () => [];

  reclaim(path: string, force: boolean) {
    return this.note(["reclaim", path, force], async () => ({ rescueRef: null }));
  }

  rescued = async () => [];

  restore(baseRepo: string, ref: string) {
    return this.note(["restore", baseRepo, ref], async () => ({ path: baseRepo, branch: null }));
  }

  forget(baseRepo: string, ref: string): Promise<void> {
    return this.note(["forget", baseRepo, ref], async () => {});
  }

  changes(id: string, after: string | null) {
    return this.note(["changes", id, after], async () => {
      await this.session(id);
      return NO_CHANGES;
    });
  }

  treeChanges(path: string, after: string | null) {
    return this.note(["treeChanges", path, after], async () => NO_CHANGES);
  }

  planWorktree(wish: WorktreeWish) {
    const { baseRepo, branch, createBranch } = wish;
    return this.note(["planWorktree", wish], async () => ({
      worktree: { path: `/trees/${branch}`, baseRepo, branch, baseCommit: "1".repeat(40) },
      madeBranch: createBranch,
      runs: ["npm ci"],
    }));
  }

  branches(path: string): Promise<never[]> {
    if (path.startsWith("/")) return Promise.resolve([]);
    return Promise.reject(new MaestroError("invalid_cwd", "no such place"));
  }

  recentDirs = async () => [];
  projects = async () => [];

  /** Notes the call, then fails as asked or answers. */
  protected async note<T>(call: readonly unknown[], answer: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    if (this.failure !== null) throw this.failure;
    return answer();
  }
}

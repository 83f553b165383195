import type { Session } from "@maestro/protocol";

/** The moment at which the sessions of the tests were made. */
export const NOON = Date.parse("2026-11-30T12:00:00Z");

let made = 0;

/** A running session in a repository's checkout, with what a test wants otherwise. */
export function aSession(changes: Partial<Session> & { readonly name?: string } = {}): Session {
  made += 1;
  const { name, ...rest } = changes;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`,
    cwd: "/home/sam/code/atlas",
    command: "",
    env_names: [],
    metadata: name === undefined ? {} : { name, name_source: "user" },
    worktree: null,
    repo: { root: "/home/sam/code/atlas", branch: "main" },
    status: "running",
    exit: null,
    settled: null,
    created_at: new Date(NOON + made).toISOString(),
    foreground: "bash",
    current_cwd: null,
    activity: "idle",
    activity_detail: null,
    activity_since: new Date(NOON).toISOString(),
    last_activity_at: new Date(NOON).toISOString(),
    last_focused_at: null,
    blocked_work: null,
    agent: null,
    agent_session_id: null,
    ...rest,
  };
}

/** A worktree of the usual repository. */
export function aWorktree(branch: string): NonNullable<Session["worktree"]> {
  return {
    path: `/home/sam/.local/share/maestro/worktrees/atlas/${branch}`,
    base_repo: "/home/sam/code/atlas",
    branch,
    base_commit: "9c20f4e",
  };
}

import type { Session } from "@maestro/protocol";

/** A running, resting session, as the daemon would send it. */
export function aSession(over: Partial<Session> = {}): Session {
  const at = "2026-11-02T10:00:00Z";
  return {
    id: "0f9b6a52-6f0e-4b51-9a3c-2f4f5d1c7e01",
    cwd: "/home/me/shop",
    command: ["claude"],
    env_names: [],
    metadata: { name: "quiet-otter", name_source: "generated" },
    worktree: null,
    repo: null,
    status: "running",
    exit: null,
    settled: null,
    created_at: at,
    foreground: "claude",
    current_cwd: null,
    activity: "idle",
    activity_detail: null,
    activity_since: at,
    last_activity_at: at,
    last_focused_at: null,
    blocked_work: null,
    agent: null,
    agent_session_id: null,
    ...over,
  };
}

import { parseSessionId, type Session, type SessionId } from "../session.ts";

/** The id of this number, for tests. */
export function sessionId(number: number): SessionId {
  const id = parseSessionId(`00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`);
  if (id === null) throw new Error(`no session id is made of ${number}`);
  return id;
}

/** A running session, for tests, with what matters to one of them. */
export function aSession(different: Partial<Session> = {}): Session {
  return {
    id: sessionId(1),
    cwd: "/work",
    cwdDevice: 7,
    command: ["agent"],
    env: {},
    metadata: { name: "quiet-otter", name_source: "generated" },
    worktree: null,
    repo: null,
    life: { phase: "running", pane: "10/%0" },
    createdAt: 1_000,
    generation: 1,
    size: { cols: 80, rows: 24 },
    ending: null,
    agent: null,
    agentSessionId: null,
    observed: {
      foreground: "agent",
      currentCwd: "/work",
      activity: "active",
      activityDetail: null,
      activitySince: 1_000,
      lastActivityAt: 1_000,
      lastFocusedAt: null,
      blockedWork: null,
    },
    treeRemoved: false,
    extra: {},
    ...different,
  };
}

/** A worktree of its own for a session, for tests. */
export const aWorktree = {
  path: "/trees/repo/topic",
  baseRepo: "/repo",
  branch: "topic",
  baseCommit: "1".repeat(40),
} as const;

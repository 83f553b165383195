import { randomUUID } from "node:crypto";
import { parseSessionId, type Session } from "../../domain/session.ts";

const NOW = Date.UTC(2026, 10, 30);

/** A running session with nothing remarkable about it. */
export function aSession(changes: Partial<Session> = {}): Session {
  const id = parseSessionId(randomUUID());
  if (id === null) throw new Error("randomUUID made no session id");
  return {
    id,
    cwd: "/work",
    cwdDevice: null,
    command: ["sh"],
    env: {},
    metadata: {},
    worktree: null,
    repo: null,
    life: { phase: "running", pane: "1/%0/1" },
    createdAt: NOW,
    generation: 1,
    size: { cols: 80, rows: 24 },
    ending: null,
    agent: null,
    agentSessionId: null,
    observed: {
      foreground: "sh",
      currentCwd: "/work",
      activity: "idle",
      activityDetail: null,
      activitySince: NOW,
      lastActivityAt: NOW,
      lastFocusedAt: null,
      blockedWork: null,
    },
    treeRemoved: false,
    extra: {},
    ...changes,
  };
}

import type {
  AttachServerFrame,
  Device as WireDevice,
  Exit as WireExit,
  RetainedWorktree as WireRetained,
  Screen,
  ServerEvent,
  Session as WireSession,
  UnsavedWork as WireUnsavedWork,
  WorktreeListing,
} from "@maestro/protocol";
import type { ScreenAnswer, StreamEvent, StreamSnapshot, ViewerFrame } from "../app/operations.ts";
import type { ListedWorktree } from "../app/worktree-operations.ts";
import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { BlockedWork, Exit, Session } from "../domain/session.ts";
import type { UnsavedWork } from "../domain/unsaved-work.ts";
import type { DeviceRecord } from "../ports/device-record.ts";

/** A moment as it travels. */
export const timeToWire = (epochMs: number): string => new Date(epochMs).toISOString();

const timeOrNull = (epochMs: number | null): string | null =>
  epochMs === null ? null : timeToWire(epochMs);

const exitToWire = (exit: Exit | null): WireExit | null =>
  exit === null ? null : { code: exit.code, signal: exit.signal, at: timeToWire(exit.at) };

const blockedToWire = (work: BlockedWork) => ({
  uncommitted: work.uncommitted,
  untracked: work.untracked,
  unpushed: work.unpushed,
  in_progress: work.inProgress,
  unknown: work.unknown,
});

/** Unsaved work with its samples. */
export function unsavedWorkToWire(work: UnsavedWork): WireUnsavedWork {
  return {
    ...blockedToWire(work),
    truncated: work.truncated,
    samples: {
      uncommitted: [...work.samples.uncommitted],
      untracked: [...work.samples.untracked],
      unpushed: work.samples.unpushed.map(({ id, subject }) => ({ id, subject })),
    },
    notes: [...work.notes],
  };
}

/** A session as clients see it. The values of its environment stay here: they may be secrets. */
export function sessionToWire(session: Session): WireSession {
  const { life, worktree, repo, observed } = session;
  return {
    id: session.id,
    cwd: session.cwd,
    command: typeof session.command === "string" ? session.command : [...session.command],
    env_names: Object.keys(session.env),
    metadata: { ...session.metadata },
    worktree: worktree && {
      path: worktree.path,
      base_repo: worktree.baseRepo,
      branch: worktree.branch,
      base_commit: worktree.baseCommit,
    },
    repo: repo && { root: repo.root, branch: repo.branch },
    status: life.phase,
    exit: life.phase === "dead" ? exitToWire(life.exit) : null,
    settled: life.phase === "dead" ? life.settled : null,
    created_at: timeToWire(session.createdAt),
    foreground: observed.foreground,
    current_cwd: observed.currentCwd,
    activity: observed.activity,
    activity_detail: observed.activityDetail,
    activity_since: timeToWire(observed.activitySince),
    last_activity_at: timeToWire(observed.lastActivityAt),
    last_focused_at: timeOrNull(observed.lastFocusedAt),
    blocked_work: observed.blockedWork && blockedToWire(observed.blockedWork),
    agent: session.agent,
    agent_session_id: session.agentSessionId,
  };
}

/** A worktree that outlived its session. The device number stays here: it means nothing elsewhere. */
function retainedToWire(tree: RetainedWorktree): WireRetained {
  return {
    path: tree.path,
    base_repo: tree.baseRepo,
    branch: tree.branch,
    reason: tree.reason,
    retained_at: timeToWire(tree.retainedAt),
    base_commit: tree.baseCommit,
    session_id: tree.sessionId,
    session_name: tree.sessionName,
    command: typeof tree.command === "string" ? tree.command : [...tree.command],
    detail: tree.detail,
  };
}

/** A worktree and what ending it would lose. */
export function listedWorktreeToWire(listed: ListedWorktree): WorktreeListing {
  return {
    path: listed.tree.path,
    base_repo: listed.tree.baseRepo,
    branch: listed.tree.branch,
    session_id: listed.sessionId,
    session_name: listed.sessionName,
    reason: listed.retained?.reason ?? null,
    retained_at: timeOrNull(listed.retained?.retainedAt ?? null),
    detail: listed.retained?.detail ?? null,
    unsaved_work: unsavedWorkToWire(listed.unsavedWork),
    size_bytes: listed.sizeBytes,
  };
}

/** What a screen shows. */
export function screenToWire(screen: ScreenAnswer): Screen {
  const { format, cols, rows, cursor, title, content } = screen;
  return { format, cols, rows, cursor: { x: cursor.x, y: cursor.y }, title, content };
}

/** A device without the hash of its token. */
export function deviceToWire(device: DeviceRecord): WireDevice {
  return {
    id: device.id,
    name: device.name,
    created_at: timeToWire(device.createdAt),
    last_used_at: timeOrNull(device.lastUsedAt),
  };
}

/** One change as a frame of the event stream. */
export function eventToWire(event: StreamEvent): ServerEvent {
  const { seq } = event;
  switch (event.type) {
    case "session_added":
    case "session_updated":
      return { type: event.type, seq, session: sessionToWire(event.session) };
    case "session_removed":
      return { type: event.type, seq, id: event.id };
    case "worktree_retained":
      return { type: event.type, seq, worktree: retainedToWire(event.worktree) };
    case "worktree_released":
      return { type: event.type, seq, path: event.path };
    case "session_asks":
      break;
  }
  return { type: event.type, seq, id: event.id, event: event.event, detail: event.detail };
}

/** Everything there is, as a frame of the event stream. */
export function snapshotToWire(snapshot: StreamSnapshot): ServerEvent {
  return {
    type: "sessions_snapshot",
    seq: snapshot.seq,
    sessions: snapshot.sessions.map(sessionToWire),
    worktrees: snapshot.worktrees.map(retainedToWire),
  };
}

/** A control message on an attach socket. */
export function viewerFrameToWire(frame: ViewerFrame): AttachServerFrame {
  switch (frame.type) {
    case "attached": {
      const { session, cols, rows } = frame;
      return { type: "attached", session: sessionToWire(session), cols, rows };
    }
    case "live":
      return { type: "live" };
    case "resized":
    case "resync":
      return { type: frame.type, cols: frame.cols, rows: frame.rows };
    case "ended":
      break;
  }
  return { type: "ended", exit: exitToWire(frame.exit) };
}

import type { RetainedWorktree, ServerEvent, Session } from "@maestro/protocol";

/** What a client knows of all sessions, as the event stream told it. */
export interface SessionView {
  readonly sessions: ReadonlyMap<string, Session>;
  /** By path. */
  readonly worktrees: ReadonlyMap<string, RetainedWorktree>;
  /** The place in the stream, or null before the first snapshot. */
  readonly seq: string | null;
  /** False until a snapshot arrived, and between `lagged` and the next one: shown, but maybe old. */
  readonly current: boolean;
}

/** The view before anything was heard. */
export const EMPTY_VIEW: SessionView = {
  sessions: new Map(),
  worktrees: new Map(),
  seq: null,
  current: false,
};

/** The view after one more frame. Pure: the old view stays as it was. */
export function reduceView(view: SessionView, event: ServerEvent): SessionView {
  const { seq } = event;
  switch (event.type) {
    case "sessions_snapshot":
      return {
        sessions: new Map(event.sessions.map((session) => [session.id, session])),
        worktrees: new Map(event.worktrees.map((worktree) => [worktree.path, worktree])),
        seq,
        current: true,
      };
    case "session_added":
    case "session_updated":
      return { ...view, seq, sessions: put(view.sessions, event.session.id, event.session) };
    case "session_removed":
      return { ...view, seq, sessions: without(view.sessions, event.id) };
    case "worktree_retained":
      return { ...view, seq, worktrees: put(view.worktrees, event.worktree.path, event.worktree) };
    case "worktree_released":
      return { ...view, seq, worktrees: without(view.worktrees, event.path) };
    case "session_asks":
      return { ...view, seq };
    case "lagged":
      break;
  }
  return { ...view, seq, current: false };
}

function put<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(key, value);
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

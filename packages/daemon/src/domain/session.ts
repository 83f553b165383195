import type { Activity, Command, NameSource } from "@maestro/protocol";

declare const sessionIdBrand: unique symbol;

/** A session's id: a lower-case UUID, checked once at the border. */
export type SessionId = string & { readonly [sessionIdBrand]: true };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id in a text from outside, or null where it is none. */
export function parseSessionId(text: string): SessionId | null {
  return UUID.test(text) ? (text as SessionId) : null;
}

/**
 * Which pane a fact was observed of: the tmux server's pid, the pane's id in it and the session's
 * generation. A late fact about an earlier pane can so never hit a resumed session.
 */
export type PaneIdentity = string;

/** A JSON value as clients may keep it in a session's metadata. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A session's own git worktree. */
export interface Worktree {
  readonly path: string;
  readonly baseRepo: string;
  readonly branch: string;
  /** The commit that the tree was made at; what was there then is not unpushed work. */
  readonly baseCommit: string;
}

/** The main checkout and branch that a session was started on. */
export interface Repo {
  readonly root: string;
  readonly branch: string | null;
}

/** How a command ended; both null where that could not be known. `at` is in epoch milliseconds. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly at: number;
}

/** What is in the way of ending a session, in counts. */
export interface BlockedWork {
  readonly uncommitted: number;
  readonly untracked: number;
  readonly unpushed: number;
  readonly inProgress: "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "am" | null;
  readonly unknown: string | null;
}

/** Where a session stands in its life, each state with the facts that belong to it alone. */
export type Life =
  | { readonly phase: "running"; readonly pane: PaneIdentity }
  | { readonly phase: "dead"; readonly exit: Exit | null; readonly settled: boolean }
  | { readonly phase: "dormant" };

/** What was observed last: published when it changes, written with the next other write. */
export interface Observed {
  readonly foreground: string | null;
  readonly currentCwd: string | null;
  readonly activity: Activity;
  readonly activityDetail: string | null;
  readonly activitySince: number;
  readonly lastActivityAt: number;
  readonly lastFocusedAt: number | null;
  readonly blockedWork: BlockedWork | null;
}

/** A pane's size in character cells. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** How a session is to end, for a daemon that finds it half way. */
export interface Ending {
  readonly keepWorktree: boolean;
  /** Set while the session is being made: its tree is then taken back, and its branch if it was made. */
  readonly undo?: { readonly madeBranch: boolean };
}

/** One session. Times are epoch milliseconds, paths absolute. */
export interface Session {
  readonly id: SessionId;
  readonly cwd: string;
  /** The device `cwd` is on: a disk that is away does not mean that the directory is gone. */
  readonly cwdDevice: number | null;
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, Json>>;
  readonly worktree: Worktree | null;
  /** True where maestro removed the tree that `cwd` was: a resume makes it again from its branch. */
  readonly treeRemoved: boolean;
  readonly repo: Repo | null;
  readonly life: Life;
  readonly createdAt: number;
  /** Grows with every start of the same session. */
  readonly generation: number;
  readonly size: Size;
  /** Set before anything is torn down; a daemon that dies in between finishes by it. */
  readonly ending: Ending | null;
  readonly agent: string | null;
  readonly agentSessionId: string | null;
  readonly observed: Observed;
  /** Fields of a newer version's record, kept and written back. */
  readonly extra: Readonly<Record<string, Json>>;
}

/** A session's name, or null where a person cleared it. */
export function nameOf(session: Session): string | null {
  const name = session.metadata["name"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** The metadata with this name and its source in it. */
export function withName(
  metadata: Session["metadata"],
  name: string | null,
  source: NameSource,
): Session["metadata"] {
  const { name: _name, name_source: _source, ...rest } = metadata;
  return name === null ? rest : { ...rest, name, name_source: source };
}

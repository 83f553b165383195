import * as z from "zod";
import { BlockedWork } from "./unsaved-work.ts";

/** The narrowest and the widest pane, in columns as in rows. */
export const PANE_LIMITS = { min: 2, max: 1000 } as const;

/** A moment as RFC 3339 in UTC. */
export const Time = z.iso.datetime();

/** A shell command line, or an argument list that is never parsed again; empty is the user's shell. */
export const Command = z.union([z.string(), z.array(z.string())]);
export type Command = z.infer<typeof Command>;

/** Where a session's own git worktree is, and what it was made from. */
export const SessionWorktree = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string(),
  base_commit: z.string(),
});
export type SessionWorktree = z.infer<typeof SessionWorktree>;

/** The main checkout and branch a session was started on. */
export const SessionRepo = z.object({ root: z.string(), branch: z.string().nullable() });
export type SessionRepo = z.infer<typeof SessionRepo>;

/** How a command ended: an exit code or a signal's name, both null where neither could be known. */
export const Exit = z.object({
  code: z.int().nullable(),
  signal: z.string().nullable(),
  at: Time,
});
export type Exit = z.infer<typeof Exit>;

/** running: its terminal lives. dead: it ended. dormant: it was cut off, and its record is kept. */
export const SessionStatus = z.enum(["running", "dead", "dormant"]);
export type SessionStatus = z.infer<typeof SessionStatus>;

/** What a session is doing, as far as a person cares. */
export const Activity = z.enum(["active", "idle", "awaiting_input", "error"]);
export type Activity = z.infer<typeof Activity>;

/** Who gave a session its name; only a generated one may be replaced by anything but a person. */
export const NameSource = z.enum(["user", "generated", "auto"]);
export type NameSource = z.infer<typeof NameSource>;

/** One session as every client sees it. */
export const Session = z.object({
  /** Of the shape of a UUID, whatever its version: an odd one must not make a whole list invalid. */
  id: z.guid(),
  cwd: z.string(),
  command: Command,
  /** The names of the variables that the request asked for; the values stay on the daemon's disk. */
  env_names: z.array(z.string()),
  metadata: z.record(z.string(), z.json()),
  worktree: SessionWorktree.nullable(),
  repo: SessionRepo.nullable(),
  status: SessionStatus,
  exit: Exit.nullable(),
  settled: z.boolean().nullable(),
  created_at: Time,
  foreground: z.string().nullable(),
  current_cwd: z.string().nullable(),
  activity: Activity,
  activity_detail: z.string().nullable(),
  activity_since: Time,
  last_activity_at: Time,
  last_focused_at: Time.nullable(),
  blocked_work: BlockedWork.nullable(),
  agent: z.string().nullable(),
  agent_session_id: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** The name that a session carries in its metadata, or null where a person cleared it. */
export function sessionName(session: Pick<Session, "metadata">): string | null {
  const name = session.metadata["name"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** True while a session's name was made up by maestro and may be replaced. */
export function isProvisional(session: Pick<Session, "metadata">): boolean {
  return session.metadata["name_source"] === "generated";
}

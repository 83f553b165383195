import * as z from "zod";
import { Time } from "./session.ts";
import { UnsavedWork } from "./unsaved-work.ts";

/** What anyone may know of the daemon. */
export const Health = z.object({
  name: z.literal("maestro"),
  version: z.string(),
  uptime_s: z.number(),
});
export type Health = z.infer<typeof Health>;

/** What the owner may know of the daemon. */
export const DaemonStatus = z.object({
  version: z.string(),
  pid: z.int(),
  uptime_s: z.number(),
  /** The page's and the API's address, or null where the daemon listens on its Unix socket alone. */
  url: z.string().nullable(),
  socket: z.string(),
  state_dir: z.string(),
  tmux: z.string(),
  git: z.string(),
  sessions: z.object({ running: z.int(), dead: z.int(), dormant: z.int() }),
  /** False while sessions of an earlier run are still being looked for. */
  recovered: z.boolean(),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;

/** That text was typed; `seq` is the event stream's position just before it. */
export const InputReceipt = z.object({ seq: z.string() });

/** What a session's screen shows. */
export const Screen = z.object({
  format: z.enum(["text", "ansi"]),
  cols: z.int(),
  rows: z.int(),
  cursor: z.object({ x: z.int(), y: z.int() }),
  title: z.string(),
  /** Lines joined by `\n`; with `ansi` the bytes that redraw the screen. */
  content: z.string(),
});
export type Screen = z.infer<typeof Screen>;

/** Why a worktree outlives its session. A reader keeps reasons that it does not know. */
export const RetainedReason = z.string();

/** A worktree that outlives its session, as it is remembered. */
export const RetainedWorktree = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string().nullable(),
  reason: RetainedReason,
  retained_at: Time,
  base_commit: z.string().nullable(),
  session_id: z.string().nullable(),
  session_name: z.string().nullable(),
  command: z.union([z.string(), z.array(z.string())]),
  /** git's words, or ours, where the reason alone does not say enough. */
  detail: z.string().nullable(),
});
export type RetainedWorktree = z.infer<typeof RetainedWorktree>;

/** A worktree that maestro answers for: a session's, or a retained one. */
export const WorktreeListing = z.object({
  path: z.string(),
  base_repo: z.string(),
  branch: z.string().nullable(),
  session_id: z.string().nullable(),
  session_name: z.string().nullable(),
  /** null while a session holds it and nothing made it stay. */
  reason: RetainedReason.nullable(),
  retained_at: Time.nullable(),
  unsaved_work: UnsavedWork,
});
export type WorktreeListing = z.infer<typeof WorktreeListing>;

/** A link that signs one browser in, once. */
export const LoginLink = z.object({ url: z.string(), expires_at: Time });

/** A browser that was signed in. */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
});
export type Device = z.infer<typeof Device>;

/** A device's own token, shown once. */
export const DeviceToken = z.object({ device: Device, token: z.string() });

import * as z from "zod";
import { Activity, Command, PANE_LIMITS } from "./session.ts";

const withoutNul = (text: string): boolean => !text.includes("\0");
const noNul = { error: "must not contain a NUL character" };

const PaneSize = z.int().min(PANE_LIMITS.min).max(PANE_LIMITS.max);

/** A worktree to be made for a new session. */
export const WorktreeRequest = z.strictObject({
  /** Any path inside the repository. */
  base_repo: z.string().min(1).max(4096).refine(withoutNul, noNul),
  branch: z.string().min(1).max(1000).refine(withoutNul, noNul),
  /** true: a new branch from `base`; false: an existing local or remote-tracking branch. */
  create_branch: z.boolean(),
  /** A commit-ish the new branch starts from; the named checkout's HEAD where left out. */
  base: z.string().min(1).max(1000).refine(withoutNul, noNul).optional(),
});
export type WorktreeRequest = z.infer<typeof WorktreeRequest>;

/** Keys that clients keep with a session; `name` and `name_source` belong to maestro. */
export const Metadata = z.record(z.string().max(200), z.json());

/** A session to be started. */
export const CreateSession = z.strictObject({
  cwd: z.string().min(1).max(4096),
  command: Command.optional(),
  env: z.record(z.string(), z.string()).optional(),
  name: z.string().max(10_000).optional(),
  metadata: Metadata.optional(),
  worktree: WorktreeRequest.optional(),
  /** The agent that the command is, where it cannot be recognised; `none` leaves it alone. */
  agent: z.string().min(1).max(50).optional(),
  /** What the agent is to begin with. */
  prompt: z.string().min(1).max(1_000_000).refine(withoutNul, noNul).optional(),
  cols: PaneSize.optional(),
  rows: PaneSize.optional(),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** A new name (blank clears it) or metadata to merge, where null deletes a key. */
export const UpdateSession = z.strictObject({
  name: z.string().max(10_000).optional(),
  metadata: Metadata.optional(),
});
export type UpdateSession = z.infer<typeof UpdateSession>;

/** Text to type, with Enter behind it where `submit` says so. */
export const SendInput = z.strictObject({
  text: z.string(),
  submit: z.boolean(),
  /** A repeated id is answered and not typed again. */
  request_id: z.string().min(1).max(200).optional(),
});
export type SendInput = z.infer<typeof SendInput>;

/** What an agent says of itself. */
export const Report = z.strictObject({
  state: Activity,
  detail: z.string().max(10_000).optional(),
  agent_session_id: z.string().min(1).max(500).optional(),
});
export type Report = z.infer<typeof Report>;

/** Whether somebody looks at a session now; a lease of 30 s unless repeated. */
export const Focus = z.strictObject({ focused: z.boolean() });

/** A query flag: the words `true` and `false`, nothing else. */
export const Flag = z.enum(["true", "false"]).transform((word) => word === "true");

/** A whole number in a query, within bounds. */
export function queryNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: "must be a whole number" })
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** What the screen call may be asked. */
export const ScreenQuery = z.strictObject({
  /** Lines of history above the screen. */
  scrollback: queryNumber(0, 100_000).optional(),
  format: z.enum(["text", "ansi"]).optional(),
});

/** What an attach socket may be asked in its URL. */
export const AttachQuery = z.strictObject({
  cols: queryNumber(PANE_LIMITS.min, PANE_LIMITS.max).optional(),
  rows: queryNumber(PANE_LIMITS.min, PANE_LIMITS.max).optional(),
  /** false attaches as a viewer, which takes the pane's size as it is. */
  claim: Flag.optional(),
});
export type AttachQuery = z.infer<typeof AttachQuery>;

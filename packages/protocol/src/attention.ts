import * as z from "zod";
import { Activity, Session, Time } from "./session.ts";

/** Where an activity was seen: the sources by rank, the strongest first. */
export const ActivitySource = z.enum(["exit", "report", "title", "screen", "process"]);
export type ActivitySource = z.infer<typeof ActivitySource>;

/** What one source says of a session. */
export const Evidence = z.object({
  source: ActivitySource,
  /** null where the source says nothing. */
  says: Activity.nullable(),
  /** What was seen, in words. */
  evidence: z.string(),
  age_s: z.number(),
});
export type Evidence = z.infer<typeof Evidence>;

/** How a session's activity was decided. */
export const Why = z.object({
  activity: Activity,
  since: Time,
  /** True where somebody looked at it, so that a question shows as rest until there is new work. */
  acknowledged: z.boolean(),
  decided_by: Evidence,
  others: z.array(Evidence),
});
export type Why = z.infer<typeof Why>;

/** What can be waited for. */
export const WaitFor = z.enum([...Activity.options, "dead", "settled"]);
export type WaitFor = z.infer<typeof WaitFor>;

/** What the wait call may be asked. */
export const WaitQuery = z.strictObject({
  for: WaitFor,
  /** Only a change later than this place in the stream counts. */
  after: z.string().max(200).optional(),
  timeout_s: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,3})?$/, { error: "must be a number of seconds" })
    .transform(Number)
    .pipe(z.number().min(0).max(3600))
    .optional(),
});

/** What a wait came to. */
export const Waited = z.object({ reached: z.boolean(), session: Session, seq: z.string() });
export type Waited = z.infer<typeof Waited>;

/** A session that runs again, and what was started: its old conversation, or the command anew. */
export const Resumed = z.object({
  ...Session.shape,
  resumed: z.enum(["conversation", "command"]),
});
export type Resumed = z.infer<typeof Resumed>;

/** A directory in which sessions were started lately. */
export const RecentDirectory = z.object({
  directory: z.string(),
  last_used_at: Time,
  starts: z.int(),
});
export type RecentDirectory = z.infer<typeof RecentDirectory>;

/** A repository or directory that is known from history and sessions. */
export const Project = z.object({
  root: z.string(),
  is_repository: z.boolean(),
  starts: z.int(),
  live_sessions: z.int(),
  last_used_at: Time,
});
export type Project = z.infer<typeof Project>;

/** An agent that maestro knows how to listen to. */
export const AgentInfo = z.object({
  id: z.string(),
  title: z.string(),
  /** Where its program was found, or null. */
  installed_at: z.string().nullable(),
  /**
   * How its hooks are handed to it: with each start, or by a file of the user's, in which they are
   * `installed` or `missing`: then it tells less. `none`: not at all.
   */
  hooks: z.enum(["per-session", "installed", "missing", "none"]),
});
export type AgentInfo = z.infer<typeof AgentInfo>;

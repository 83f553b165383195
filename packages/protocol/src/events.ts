import * as z from "zod";

import { Session } from "./session.ts";
import { RetainedWorktree } from "./worktrees.ts";

/**
 * A frame's place in the stream: opaque, equal or not. The daemon orders the frames of one run;
 * a place of an earlier run is older than all of them.
 */
const seq = z.string();

/** A frame of `WS /api/events`. The first, and the one behind each `lagged`, is a snapshot. */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("sessions_snapshot"),
    seq,
    sessions: z.array(Session),
    worktrees: z.array(RetainedWorktree),
  }),
  z.object({ type: z.literal("session_added"), seq, session: Session }),
  z.object({ type: z.literal("session_updated"), seq, session: Session }),
  z.object({ type: z.literal("session_removed"), seq, id: z.guid() }),
  z.object({ type: z.literal("worktree_retained"), seq, worktree: RetainedWorktree }),
  z.object({ type: z.literal("worktree_released"), seq, path: z.string() }),
  /** For a person: a session came to need somebody, and nobody has it in focus. Once for each turn. */
  z.object({
    type: z.literal("session_asks"),
    seq,
    id: z.guid(),
    event: z.enum(["awaiting_input", "error", "failed"]),
    /** The question or failure in words; empty where there are none. */
    detail: z.string(),
  }),
  z.object({ type: z.literal("lagged"), seq }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;

/** What a client may send on `WS /api/events`: a call that is answered at once, in order. */
export const EventsPing = z.strictObject({ type: z.literal("ping"), id: z.int() });
export type EventsPing = z.infer<typeof EventsPing>;

/** The answer to a ping. It is no event and has no place in the stream. */
export const EventsPong = z.object({ type: z.literal("pong"), id: z.int() });
export type EventsPong = z.infer<typeof EventsPong>;

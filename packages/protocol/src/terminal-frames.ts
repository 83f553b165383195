import * as z from "zod";
import { Exit, PANE_LIMITS, Session } from "./session.ts";

/**
 * A text frame from the daemon on an attach socket. Binary frames are terminal bytes: after
 * `attached` (and after `resync`) a snapshot, after `live` the stream from exactly there on.
 */
export const AttachServerFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("attached"),
    session: Session,
    cols: z.int(),
    rows: z.int(),
  }),
  z.object({ type: z.literal("live") }),
  z.object({ type: z.literal("resized"), cols: z.int(), rows: z.int() }),
  z.object({ type: z.literal("resync"), cols: z.int(), rows: z.int() }),
  z.object({ type: z.literal("ended"), exit: Exit.nullable() }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);
export type AttachServerFrame = z.infer<typeof AttachServerFrame>;

const PaneSize = z.int().min(PANE_LIMITS.min).max(PANE_LIMITS.max);

/** A text frame from a client on an attach socket. Its binary frames are input, byte for byte. */
export const AttachClientFrame = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("resize"), cols: PaneSize, rows: PaneSize }),
  z.strictObject({ type: z.literal("paste"), text: z.string() }),
  z.strictObject({ type: z.literal("focus"), focused: z.boolean() }),
  z.strictObject({ type: z.literal("ack"), bytes: z.int().min(0) }),
]);
export type AttachClientFrame = z.infer<typeof AttachClientFrame>;

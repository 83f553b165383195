import * as z from "zod";

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

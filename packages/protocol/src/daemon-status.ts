import * as z from "zod";

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
  /** The home directory of whoever the daemon runs for: paths below it are shown with `~`. */
  home: z.string().nullable().default(null),
  /** Where the tmux sockets of the sessions are, each named by the 16 bytes of its id in base64url. */
  runtime_dir: z.string().nullable().default(null),
  tmux: z.string(),
  git: z.string(),
  sessions: z.object({ running: z.int(), dead: z.int(), dormant: z.int() }),
  /** False while sessions of an earlier run are still being looked for. */
  recovered: z.boolean(),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;

import * as z from "zod";
import { UnsavedWork } from "./unsaved-work.ts";

/** Every code the daemon may answer with. Codes are stable; messages are for people and may change. */
export const ERROR_CODES = [
  "not_found",
  "invalid_request",
  "invalid_env",
  "invalid_branch",
  "invalid_cwd",
  "not_running",
  "not_delivered",
  "already_running",
  "kill_guarded",
  "worktree_guarded",
  "worktree_in_use",
  "worktree_failed",
  "unauthorized",
  "forbidden_origin",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "tmux_failed",
  "sidecar_failed",
  "io_failed",
  "internal",
  "starting",
] as const;

/** A stable name for what went wrong. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The body of every refused or failed call, on HTTP and on sockets alike. `code` is an open string
 * here, so that an older client can still show the message of a newer daemon.
 */
export const ApiError = z.object({
  code: z.string(),
  message: z.string(),
  unsaved_work: UnsavedWork.optional(),
  details: z.record(z.string(), z.json()).optional(),
});
export type ApiError = z.infer<typeof ApiError>;

/** True for a code that this version knows. */
export function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}

import type { ErrorCode } from "@maestro/protocol";

/** The HTTP status that each code answers with. A new code does not compile until it has one. */
export const HTTP_STATUS = {
  invalid_request: 400,
  invalid_env: 400,
  invalid_branch: 400,
  invalid_cwd: 400,
  unauthorized: 401,
  forbidden_origin: 403,
  not_found: 404,
  not_running: 409,
  not_delivered: 409,
  already_running: 409,
  kill_guarded: 409,
  worktree_guarded: 409,
  worktree_in_use: 409,
  too_large: 413,
  unsupported_media_type: 415,
  worktree_failed: 422,
  rate_limited: 429,
  tmux_failed: 500,
  sidecar_failed: 500,
  io_failed: 500,
  internal: 500,
  starting: 503,
} as const satisfies Record<ErrorCode, number>;

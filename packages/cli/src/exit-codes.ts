import { type ErrorCode, isErrorCode } from "@maestro/protocol";

/** What the process answers its caller with. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  unsavedWork: 4,
  noDaemon: 5,
  timedOut: 124,
} as const;

const BY_CODE = {
  not_found: EXIT.notFound,
  invalid_request: EXIT.usage,
  invalid_env: EXIT.usage,
  invalid_branch: EXIT.usage,
  invalid_cwd: EXIT.usage,
  not_running: EXIT.failed,
  not_delivered: EXIT.failed,
  already_running: EXIT.failed,
  kill_guarded: EXIT.unsavedWork,
  worktree_guarded: EXIT.unsavedWork,
  worktree_in_use: EXIT.failed,
  worktree_failed: EXIT.failed,
  unauthorized: EXIT.failed,
  forbidden_origin: EXIT.failed,
  too_large: EXIT.failed,
  unsupported_media_type: EXIT.failed,
  rate_limited: EXIT.failed,
  tmux_failed: EXIT.failed,
  sidecar_failed: EXIT.failed,
  io_failed: EXIT.failed,
  internal: EXIT.failed,
  starting: EXIT.noDaemon,
} satisfies Record<ErrorCode, number>;

/** The exit code for a refusal; codes of a newer daemon are plain failures. */
export function exitCodeOf(code: string): number {
  return isErrorCode(code) ? BY_CODE[code] : EXIT.failed;
}

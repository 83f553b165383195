import { MaestroError } from "../domain/maestro-error.ts";
import type { Session } from "../domain/session.ts";

/**
 * The refusal where a session has no terminal here: it does not run, or it does and its tmux did not
 * answer when it was looked for. `instead` says what did not happen.
 */
export function noTerminal({ id, life }: Pick<Session, "id" | "life">, instead: string) {
  return life.phase === "running"
    ? new MaestroError(
        "tmux_failed",
        `The terminal of session ${id} did not answer when it was looked for; ${instead}. It is looked for again every minute.`,
      )
    : new MaestroError(
        "not_running",
        `Session ${id} does not run; ${instead}. Resume it to go on.`,
      );
}

import { MaestroError } from "../domain/maestro-error.ts";
import type { Session } from "../domain/session.ts";

/**
 * The refusal where a session has no terminal here: it does not run, or it does and its tmux did not
 * answer when it was looked for. `instead` says what did not happen.
 */
export function noTerminal(
  { id, life, ending }: Pick<Session, "id" | "life" | "ending">,
  instead: string,
): MaestroError {
  // One that is being ended has let go of its terminal already.
  return life.phase === "running" && ending === null
    ? new MaestroError(
        "tmux_failed",
        `The terminal of session ${id} did not answer when it was looked for; ${instead}. It is looked for again every minute.`,
      )
    : new MaestroError(
        "not_running",
        `Session ${id} does not run; ${instead}. Resume it to go on.`,
      );
}

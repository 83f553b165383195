import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { lookAtComposer } from "./look-at-composer.ts";
import { pause } from "./pause.ts";

const POLL_MS = 50;

/** A program that is not ready by then gets what is typed all the same. */
const DEADLINE_MS = 20_000;

/**
 * Waits until an agent that was just started takes what is typed: until its composer or a question is
 * on the screen, or it is quiet. What is typed before that is lost where the agent sets its terminal
 * up, or taken apart. Any other program is as ready as its terminal, which keeps what comes early.
 */
export async function untilReady(context: AppContext, id: SessionId): Promise<void> {
  const { attention, terminals } = context;
  if (attention.agent(id) === null || attention.known(id).ready) return;
  for (let left = DEADLINE_MS; left > 0 && terminals.has(id); left -= POLL_MS) {
    if (
      attention.isQuiet(id) ||
      (await lookAtComposer(context, id, { text: "" })).seen !== "absent"
    )
      break;
    await pause(POLL_MS);
  }
  attention.seenReady(id);
}

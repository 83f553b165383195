import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { pause } from "./pause.ts";
import { typeInput } from "./type-input.ts";

const POLL_MS = 100;

/** A program that is not ready by then gets the prompt all the same. */
const DEADLINE_MS = 30_000;

/** Types a prompt for a program that cannot be given one with its command, once it is quiet. */
export function typePromptWhenReady(context: AppContext, id: SessionId, prompt: string): void {
  void type(context, id, prompt).catch((error: Error) => {
    context.log.warn("a prompt was not typed", { id, error: error.message });
  });
}

async function type(context: AppContext, id: SessionId, prompt: string): Promise<void> {
  for (let left = DEADLINE_MS; left > 0; left -= POLL_MS) {
    // Not `wait`: a shell at its prompt rests, and an agent that asks waits.
    if (!context.terminals.has(id) || context.attention.isQuiet(id)) break;
    await pause(POLL_MS);
  }
  await typeInput(context, id, { text: prompt, submit: true, requestId: null });
}

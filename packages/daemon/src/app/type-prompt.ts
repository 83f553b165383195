import { isMultiLine, withoutTrailingLineEnds } from "../domain/terminal-input.ts";
import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { ENTER_GAP_MS } from "./type-input.ts";

/** A program that is not ready by then gets the prompt all the same. */
const READY_DEADLINE_MS = 30_000;

/**
 * Types a prompt for a program that cannot be given one with its command, once it waits for its
 * terminal.
 */
export function typePromptWhenReady(context: AppContext, id: SessionId, prompt: string): void {
  const { hub, attention, terminals, log, store } = context;
  let stop = (): void => {};
  const type = (): void => {
    stop();
    const text = withoutTrailingLineEnds(prompt);
    terminals
      .get(id)
      ?.submit(text, { asPaste: isMultiLine(text), gapMs: ENTER_GAP_MS })
      .catch((error: Error) => log.warn("a prompt was not typed", { id, error: error.message }));
  };
  const deadline = setTimeout(type, READY_DEADLINE_MS);
  deadline.unref();
  const unlisten = hub.listen(() => {
    if (store.get(id)?.life.phase !== "running") stop();
    else if (attention.actual(id).activity === "awaiting_input") type();
  });
  stop = (): void => {
    clearTimeout(deadline);
    unlisten();
  };
}

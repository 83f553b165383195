import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { lookAtComposer } from "./look-at-composer.ts";
import { pause } from "./pause.ts";

const POLL_MS = 50;

/** An agent draws what it was sent within this time. */
const DRAWN_DEADLINE_MS = 2_000;

/**
 * Presses the Enter that an earlier daemon did not come to: the text would stand there, and what is
 * typed next would continue it. Resolves when that has its place before everything else that is typed.
 */
export async function finishInput(context: AppContext, id: SessionId): Promise<void> {
  const { typed, terminals, hub, log } = context;
  const waiting = await typed.recall(id, hub.seq);
  const terminal = terminals.get(id);
  if (waiting === null || terminal === undefined) return;
  if (!waiting.isTyped) {
    log.warn("an earlier daemon ended while it typed; a part of the text may stand there", { id });
    return;
  }
  const progress = typed.progressOf(id, null, waiting.begins);
  void terminal
    .enter(async () => {
      const isDue = await stands(context, id, waiting.begins);
      await progress.entering();
      log.info("a text was typed by an earlier daemon", { id, submitted: isDue });
      return isDue;
    })
    .catch((error: Error) => {
      log.warn("a text that an earlier daemon typed was not submitted", {
        id,
        error: error.message,
      });
    });
}

/** In an agent the text has to be seen: Enter would answer a question that it asks meanwhile. */
async function stands(context: AppContext, id: SessionId, begins: string): Promise<boolean> {
  if (context.attention.agent(id) === null) return true;
  for (let left = DRAWN_DEADLINE_MS; left > 0; left -= POLL_MS) {
    const { seen } = await lookAtComposer(context, id, { text: begins, hint: null });
    if (seen === "stands") return true;
    if (seen === "question") return false;
    await pause(POLL_MS);
  }
  return false;
}

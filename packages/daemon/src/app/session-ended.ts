import type { Exit, SessionId } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import type { Snapshot } from "../ports/screen-models.ts";
import type { Pane } from "../ports/terminal-host.ts";
import type { AppContext } from "./app-context.ts";
import { lastScreen } from "./last-screen.ts";
import { settleSession } from "./settle-session.ts";

/** How long the last screen may take to be drawn before the session ends without it. */
const SNAPSHOT_DEADLINE_MS = 5_000;

/** The end of a session's command, as its pane told it. */
export interface SessionEnd {
  readonly id: SessionId;
  readonly pane: Pane;
  readonly exit: Exit | null;
}

/** A command ended by itself: keep its last screen, say so, let the terminal go, settle its tree. */
export async function sessionEnded(context: AppContext, end: SessionEnd): Promise<void> {
  const { store, terminals, log } = context;
  const { id, pane, exit } = end;
  try {
    const effects = await store.turn(id, async (turn) => {
      const session = turn.current();
      if (session === null) return [];
      const next = transition(session, { type: "ended", pane: pane.identity, exit });
      if (next.session === session) return next.effects;
      const terminal = terminals.get(id);
      if (next.effects.includes("keep-final-screen") && terminal !== undefined) {
        await keepFinalScreen(context, id, lastScreen(terminal, pane));
      }
      await turn.commit(
        (now) => transition(now, { type: "ended", pane: pane.identity, exit }).session,
        "regardless",
      );
      terminal?.tellEnded(exit);
      terminals.delete(id);
      context.attention.forget(id);
      terminal?.retire();
      await letGo(context, end);
      return next.effects;
    });
    if (effects.includes("settle")) await settleSession(context, id);
  } catch (error) {
    log.error("a session's end could not be carried through", {
      id,
      error: (error as Error).message,
    });
  }
}

/** Clears what is left of the terminal. The session has ended and its tree settles all the same. */
async function letGo({ host, log }: AppContext, { id, pane }: SessionEnd): Promise<void> {
  try {
    await pane.release();
    await host.clear(id);
  } catch (error) {
    log.warn("an ended terminal could not be cleared", { id, error: (error as Error).message });
  }
}

/** Writes the last screen beside the record; a session without one is better than none that ends. */
export async function keepFinalScreen(
  context: AppContext,
  id: SessionId,
  snapshot: Promise<Snapshot>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("it took too long to draw")), SNAPSHOT_DEADLINE_MS);
    });
    await context.finalScreens.write(id, await Promise.race([snapshot, late]));
  } catch (error) {
    context.log.warn("a last screen was lost", { id, error: (error as Error).message });
  } finally {
    clearTimeout(timer);
  }
}

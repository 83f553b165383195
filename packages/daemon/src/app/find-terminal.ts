import type { SessionId } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import type { Finding } from "../ports/terminal-host.ts";
import type { AppContext } from "./app-context.ts";
import type { Turn } from "./session-store.ts";
import { keepFinalScreen } from "./session-ended.ts";
import { lastScreen } from "./last-screen.ts";
import { makeTerminal } from "./start-terminal.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Looks for the terminal of a session that is recorded as running. */
export async function findAgain(context: AppContext, id: SessionId): Promise<void> {
  const session = context.store.get(id);
  if (session === null) return;
  const terminal = makeTerminal(context, session);
  try {
    const finding = await context.host.find(id, session.generation, terminal);
    await applyFinding(context, { id, terminal, finding });
  } catch (error) {
    if (context.terminals.get(id) !== terminal) terminal.close("removed");
    throw error;
  }
}

/** What was found, and the terminal that it was found with. */
export interface Found {
  readonly id: SessionId;
  readonly terminal: Terminal;
  readonly finding: Finding;
}

/** Takes a finding over: what lives is adopted, what ended is dead, what is gone was cut off. */
export async function applyFinding(
  context: AppContext,
  { id, terminal, finding }: Found,
): Promise<void> {
  const { store, terminals, host, log } = context;
  switch (finding.kind) {
    case "alive": {
      // The turn is asked for before the terminal is connected, so that an end that was heard of
      // meanwhile follows the adoption; and connected before any more output can come.
      const adopted = store.turn(id, (turn) => adopt(context, finding, { id, terminal, turn }));
      terminal.connect(finding.pane, finding.capture);
      terminals.set(id, terminal);
      return adopted;
    }
    case "ended":
      terminal.refilled(finding.capture);
      await keepFinalScreen(context, id, lastScreen(terminal, finding));
      await store.turn(id, (turn) =>
        turn.commit(
          (now) => transition(now, { type: "found-ended", exit: finding.exit }).session,
          "regardless",
        ),
      );
      terminal.close("removed");
      await host.clear(id);
      return;
    case "gone":
      terminal.close("removed");
      await host.clear(id);
      await cutOff(context, id);
      return;
    case "unknown":
      terminal.close("removed");
      log.warn("a session's terminal could not be judged; it is left alone", {
        id,
        reason: finding.reason,
      });
      return;
    default:
      finding satisfies never;
  }
}

async function adopt(
  { terminals, attention }: AppContext,
  { pane, capture }: Extract<Finding, { kind: "alive" }>,
  { id, terminal, turn }: Pick<Found, "id" | "terminal"> & { readonly turn: Turn },
): Promise<void> {
  if (turn.current()?.life.phase !== "running") {
    terminals.delete(id);
    terminal.close("removed");
    await pane.detach();
    return;
  }
  attention.adopted(id);
  await turn.commit((now) => {
    const { session } = transition(now, { type: "adopted", pane: pane.identity });
    const { cols, rows } = capture;
    // Mostly nothing has changed, and then nothing is written: that is what makes many starts fast.
    const isSame = session.size.cols === cols && session.size.rows === rows;
    return isSame ? session : { ...session, size: { cols, rows } };
  }, "regardless");
}

/** Nothing of the session lives any more: it is dormant. */
export async function cutOff(context: AppContext, id: SessionId): Promise<void> {
  await context.store.turn(id, (turn) =>
    turn.commit((now) => transition(now, { type: "cut-off" }).session, "regardless"),
  );
}

import type { Command } from "@maestro/protocol";
import type { Resumption } from "./operations.ts";
import { resumeCommand } from "../domain/agents/agents.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Session, SessionId } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import type { AppContext } from "./app-context.ts";
import { clearAway } from "./clear-away.ts";
import { notFound } from "./find-session.ts";
import { type Place, readyPlace } from "./ready-place.ts";
import { startTerminal } from "./start-terminal.ts";
import type { Turn } from "./session-store.ts";
import { undoing } from "./undoing.ts";

/**
 * Starts a dead or dormant session again under its own id: with its agent's conversation where that
 * is known, else with its command, and says which.
 */
export async function resumeSession(context: AppContext, id: SessionId): Promise<Resumption> {
  return context.store.turn(id, async (turn) => {
    const session = turn.current();
    if (session === null) throw notFound(id);
    if (session.life.phase === "running" || session.ending !== null) {
      throw new MaestroError(
        "already_running",
        `Session ${id} runs already. Attach to it, or end it first.`,
      );
    }
    const { agentSessionId } = session;
    const conversation =
      agentSessionId === null ? null : resumeCommand(session.command, agentSessionId);
    const place = await readyPlace(context, turn, session);
    const running = await startIn(context, place, {
      turn,
      command: conversation ?? session.command,
      goesOn: conversation !== null,
    });
    await clearAway(context, running);
    return { session: running, resumed: conversation === null ? "command" : "conversation" };
  });
}

interface Start {
  readonly turn: Turn;
  readonly command: Command;
  /** Whether it is the bound conversation that goes on. */
  readonly goesOn: boolean;
}

async function startIn(context: AppContext, place: Place, wanted: Start): Promise<Session> {
  try {
    return await start(context, place, wanted);
  } catch (error) {
    await place.undo();
    throw error;
  }
}

async function start(
  context: AppContext,
  { session, setUp }: Place,
  { turn, command, goesOn }: Start,
): Promise<Session> {
  const { id } = session;
  const next = { ...session, generation: session.generation + 1 };
  const beginning = { command, prompt: null, setUp };
  const { terminal, pane, planned } = await startTerminal(context, next, beginning);
  context.terminals.set(id, terminal);
  context.attention.began(id);
  try {
    return await turn.commit((now) => {
      const at = context.clock.now();
      const resumed = transition(now, { type: "resumed", pane: pane.identity, at }).session;
      // Another conversation than the bound one would be taken for a stranger's, and not be heard.
      return goesOn ? resumed : { ...resumed, agentSessionId: planned.conversationId };
    });
  } catch (error) {
    context.terminals.delete(id);
    terminal.close("removed");
    await undoing(context, () => pane.kill());
    await undoing(context, () => context.host.clear(id));
    throw error;
  }
}

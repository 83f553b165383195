import type { Binding } from "../../domain/agents/agent.ts";
import { bindConversation } from "../../domain/agents/agents.ts";
import type { SessionId } from "../../domain/session.ts";
import type { AppContext } from "../app-context.ts";
import type { AgentReport } from "../attention-operations.ts";
import { cleanDetail } from "./clean-detail.ts";

/** A report, and who made it. */
export interface TakenReport extends AgentReport {
  readonly bind: Binding;
  /** A hook is run by the agent in the foreground; a report by hand may come from anywhere. */
  readonly from: "hook" | "hand";
}

/**
 * Takes what an agent says of itself; answers whether it counts. The first conversation that reports
 * is the session's; another one (an agent that the agent started) says nothing about it. For a
 * session that does not run only a missing conversation id is kept.
 */
export async function takeReport(
  context: AppContext,
  id: SessionId,
  report: TakenReport,
): Promise<boolean> {
  const { agentSessionId, bind, state, from } = report;
  return context.store.turn(id, async (turn) => {
    const session = turn.current();
    if (session === null) return false;
    const runs = session.life.phase === "running";
    const bound = bindConversation(session.agentSessionId, {
      agentSessionId,
      bind: runs ? bind : "first",
    });
    if (bound.kind === "foreign") return false;
    if (bound.kind === "bind") {
      await turn.commit((now) => ({ ...now, agentSessionId: bound.id }));
    }
    if (!runs) return false;
    // Within the turn, so that reports take effect in the order in which they came.
    const byForeground = from === "hook" && (await lookAtForeground(context, id));
    const detail = cleanDetail(report.detail);
    context.attention.reported(id, { state, detail, byForeground });
    return true;
  });
}

/**
 * Whose report it is has to be known from now on: an agent that dies before the next tick must not
 * leave a report behind that nobody owns.
 */
async function lookAtForeground(context: AppContext, id: SessionId): Promise<boolean> {
  const { processes, terminals, attention, log } = context;
  const pid = terminals.get(id)?.pane?.pid;
  if (pid === undefined) return false;
  try {
    const facts = (await processes.paneFacts([pid])).get(pid);
    if (facts === undefined || terminals.get(id)?.pane?.pid !== pid) return false;
    attention.processSeen(id, facts);
    return true;
  } catch (error) {
    log.warn("an agent's processes could not be looked at", {
      id,
      error: (error as Error).message,
    });
    return false;
  }
}

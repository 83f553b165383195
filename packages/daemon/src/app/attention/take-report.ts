import type { Binding } from "../../domain/agents/agent.ts";
import { bindConversation } from "../../domain/agents/agents.ts";
import { firstGraphemes } from "../../domain/session-name.ts";
import type { SessionId } from "../../domain/session.ts";
import type { AppContext } from "../app-context.ts";
import type { AgentReport } from "../attention-operations.ts";

/** The longest detail, in what a reader sees as characters. */
const MAX_DETAIL_GRAPHEMES = 200;

/**
 * Takes what an agent says of itself. The first conversation that reports is the session's; another
 * one (an agent that the agent started) says nothing about it. For a session that does not run only
 * a missing conversation id is kept.
 */
export async function takeReport(
  context: AppContext,
  id: SessionId,
  report: AgentReport & { readonly bind: Binding },
): Promise<void> {
  const { agentSessionId, bind } = report;
  const isOurs = await context.store.turn(id, async (turn) => {
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
    return runs;
  });
  if (isOurs) {
    context.attention.reported(id, { state: report.state, detail: cleanDetail(report.detail) });
  }
}

/** A detail as it is shown: on one line, without control characters, not too long. */
export function cleanDetail(detail: string | null): string | null {
  if (detail === null) return null;
  const text = detail
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
  return text === "" ? null : firstGraphemes(text, MAX_DETAIL_GRAPHEMES);
}

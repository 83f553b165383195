import type { HandlerDeps, Handlers } from "../handlers.ts";
import { sessionToWire } from "../to-wire.ts";
import { whyToWire } from "../why-to-wire.ts";

type AttentionCalls =
  | "report"
  | "hook"
  | "focusSession"
  | "waitForSession"
  | "getWhy"
  | "listAgents";

/** How long a wait without a time-out goes on; a client that wants more asks again. */
const USUAL_WAIT_S = 60;

/** The calls about what sessions do and who needs you. */
export function attentionHandlers({ operations }: HandlerDeps): Pick<Handlers, AttentionCalls> {
  return {
    report: ({ params, body }) =>
      operations.report(params.id, {
        state: body.state,
        detail: body.detail ?? null,
        agentSessionId: body.agent_session_id ?? null,
      }),
    hook: ({ params, body }) => operations.hook(params.id, params.agent, body),
    focusSession: ({ params, body }) => operations.focus(params.id, body.focused),
    waitForSession: async ({ params, query, gone }) => {
      const request = {
        state: query.for,
        after: query.after ?? null,
        timeoutMs: (query.timeout_s ?? USUAL_WAIT_S) * 1_000,
      };
      const { reached, session, seq } = await operations.wait(params.id, request, gone());
      return { reached, session: sessionToWire(session), seq };
    },
    getWhy: async ({ params }) => {
      const { decision, acknowledged } = await operations.why(params.id);
      const session = await operations.session(params.id);
      return whyToWire(decision, { acknowledged, since: session.observed.activitySince });
    },
    listAgents: async () =>
      (await operations.agents()).map(({ id, title, installedAt, hooks }) => ({
        id,
        title,
        installed_at: installedAt,
        hooks,
      })),
  };
}

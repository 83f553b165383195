import { createRequestOf, sessionChangeOf } from "../from-wire.ts";
import type { HandlerDeps, Handlers } from "../handlers.ts";
import { screenToWire, sessionToWire } from "../to-wire.ts";

type SessionCalls =
  | "listSessions"
  | "createSession"
  | "getSession"
  | "updateSession"
  | "killSession"
  | "sendInput"
  | "report"
  | "focusSession"
  | "getScreen";

/** The calls about sessions. */
export function sessionHandlers({ operations }: HandlerDeps): Pick<Handlers, SessionCalls> {
  return {
    listSessions: () => operations.sessions().map(sessionToWire),
    createSession: async ({ body }) =>
      sessionToWire(await operations.create(createRequestOf(body))),
    getSession: async ({ params }) => sessionToWire(await operations.session(params.id)),
    updateSession: async ({ params, body }) =>
      sessionToWire(await operations.update(params.id, sessionChangeOf(body))),
    killSession: ({ params, query }) => operations.kill(params.id, query.force === true),
    sendInput: async ({ params, body }) => {
      const { text, submit, request_id: requestId = null } = body;
      const { seq } = await operations.sendInput(params.id, { text, submit, requestId });
      return { seq };
    },
    report: ({ params, body }) =>
      operations.report(params.id, {
        state: body.state,
        detail: body.detail ?? null,
        agentSessionId: body.agent_session_id ?? null,
      }),
    focusSession: ({ params, body }) => operations.focus(params.id, body.focused),
    getScreen: async ({ params, query }) =>
      screenToWire(
        await operations.screen(params.id, query.format ?? "text", query.scrollback ?? 0),
      ),
  };
}

import { createRequestOf, sessionChangeOf } from "../from-wire.ts";
import type { HandlerDeps, Handlers } from "../handlers.ts";
import { screenToWire, sessionToWire } from "../to-wire.ts";
import { changesToWire } from "../worktrees-to-wire.ts";

type SessionCalls =
  | "listSessions"
  | "createSession"
  | "getSession"
  | "updateSession"
  | "killSession"
  | "sendInput"
  | "getScreen"
  | "resumeSession"
  | "getChanges";

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
    getScreen: async ({ params, query }) =>
      screenToWire(
        await operations.screen(params.id, query.format ?? "text", query.scrollback ?? 0),
      ),
    resumeSession: async ({ params }) => {
      const { session, resumed } = await operations.resume(params.id);
      return { ...sessionToWire(session), resumed };
    },
    getChanges: async ({ params, query }) =>
      changesToWire(await operations.changes(params.id, query.after ?? null)),
  };
}

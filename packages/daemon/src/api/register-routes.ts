import type { ServerResponse } from "node:http";
import { BODY_LIMIT, type Route, routes, type Routes } from "@maestro/protocol";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { HandlerDeps, Handlers } from "./handlers.ts";
import { attentionHandlers } from "./routes/attention.ts";
import { daemonHandlers } from "./routes/daemon.ts";
import { deviceHandlers } from "./routes/devices.ts";
import { sessionHandlers } from "./routes/sessions.ts";
import { worktreeHandlers } from "./routes/worktrees.ts";

/** What a call may carry that takes no body. */
const NO_BODY_LIMIT = 1024;

/** A query where none is foreseen: what a client asks for in vain is an error, not silence. */
const NO_QUERY = z.strictObject({});

type AnyHandler = (call: unknown) => unknown;

/** Registers every call of the protocol. */
export function registerRoutes(app: FastifyInstance, deps: HandlerDeps): void {
  const handlers: Handlers = {
    ...daemonHandlers(deps),
    ...sessionHandlers(deps),
    ...attentionHandlers(deps),
    ...worktreeHandlers(deps),
    ...deviceHandlers(deps),
  };
  for (const [name, route] of Object.entries(routes) as [keyof Routes, Route][]) {
    const handler = handlers[name] as AnyHandler;
    app.route({
      method: route.method,
      url: route.path,
      config: { access: route.access },
      bodyLimit: route.bodyLimit ?? (route.body === undefined ? NO_BODY_LIMIT : BODY_LIMIT),
      schema: {
        querystring: route.query ?? NO_QUERY,
        ...(route.params && { params: route.params }),
        ...(route.body && { body: route.body }),
        ...(route.response && { response: { [route.status]: route.response } }),
      },
      handler: async ({ params, query, body }, reply) => {
        const gone = (): AbortSignal => signalOfClose(reply.raw);
        const answer = await handler({ params, query, body, gone });
        reply.code(route.status).header("cache-control", "no-store");
        return route.response === undefined ? reply.send() : reply.send(answer);
      },
    });
  }
}

function signalOfClose(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}

import { type AttachQuery, sockets } from "@maestro/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Caller } from "../app/access/access.ts";
import type { Operations } from "../app/operations.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { EventFeed } from "./event-feed.ts";
import { serveEvents } from "./events-socket.ts";
import { attachRequestOf } from "./from-wire.ts";
import type { LiveSockets } from "./live-sockets.ts";
import { serveTerminal } from "./terminal-socket.ts";

/** What the sockets are served from. */
export interface SocketDeps {
  readonly operations: Operations;
  readonly feed: EventFeed;
  readonly live: LiveSockets;
}

interface Attach {
  Params: { id: string };
  Querystring: AttachQuery;
}

/** Registers the WebSockets of the protocol. */
export function registerSockets(
  app: FastifyInstance,
  { operations, feed, live }: SocketDeps,
): void {
  app.route({
    method: "GET",
    url: sockets.events.path,
    config: { access: sockets.events.access, socket: true },
    schema: { querystring: z.strictObject({}) },
    handler: refusePlainCall,
    wsHandler: (socket, request) => serveEvents(socket, feed, live.add(socket, callerOf(request))),
  });
  app.route<Attach>({
    method: "GET",
    url: sockets.attach.path,
    config: { access: sockets.attach.access, socket: true },
    schema: { params: sockets.attach.params, querystring: sockets.attach.query },
    // What can be refused already is refused with an HTTP answer, which says more than a close code.
    preHandler: async (request) => {
      attachRequestOf(request.query);
      const { life } = await operations.session(request.params.id);
      if (life.phase === "dormant") {
        throw new MaestroError(
          "not_running",
          `Session ${request.params.id} was cut off and has no terminal. Resume it, then attach.`,
        );
      }
    },
    handler: refusePlainCall,
    wsHandler: (socket, request) =>
      serveTerminal(operations, {
        socket,
        lifeline: live.add(socket, callerOf(request)),
        id: request.params.id,
        request: attachRequestOf(request.query),
      }),
  });
}

function refusePlainCall(): never {
  throw new MaestroError(
    "invalid_request",
    "This address is a WebSocket's. Open it as one, with the subprotocol maestro.v1.",
  );
}

function callerOf(request: Pick<FastifyRequest, "caller">): Caller {
  if (request.caller === null) throw new Error("a socket that nobody was authenticated for");
  return request.caller;
}

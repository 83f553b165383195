import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";
import { INPUT_LIMIT, WS_PROTOCOL } from "@maestro/protocol";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Log } from "../ports/log.ts";
import type { Guard } from "./guard.ts";
import { answerClientError, answerError } from "./http-errors.ts";
import { parseJson } from "./json-body.ts";
import type { Limits } from "./limits.ts";

/** The plugin's own headers would tell every answer's reader how busy the owner is. */
const SILENT = {
  "x-ratelimit-limit": false,
  "x-ratelimit-remaining": false,
  "x-ratelimit-reset": false,
};

/** What every route stands behind. */
export interface AppParts {
  readonly guard: Guard;
  readonly log: Log;
  readonly limits: Limits;
}

/** Fastify with everything that holds for all routes: checks, limits, headers, errors, JSON. */
export async function buildApp({ guard, log, limits }: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      // Else Node itself answers a request without Host, and in a shape of its own.
      requireHostHeader: false,
      headersTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 30_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerClientError,
    // Broken addresses get here past all hooks.
    frameworkErrors: (error, request, reply) =>
      answerError(guard.foreignness(request.raw) ?? error, { request, reply, guard, log }),
  });
  app.server.maxConnections = limits.connections;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) =>
    answerError(error, { request, reply, guard, log }),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => parseJson(bytes),
  );
  await app.register(websocket, {
    errorHandler: (error, socket) => {
      log.warn("a socket failed", { reason: error.message });
      socket.terminate();
    },
    // Ours end with a code and a deadline, before this runs.
    preClose: (done) => done(),
    options: {
      maxPayload: INPUT_LIMIT,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(WS_PROTOCOL) ? WS_PROTOCOL : false),
    },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": ["'none'"],
      },
    },
    // Meaningless over plain HTTP, and a burden for other servers on localhost where it is not.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  guard.protect(app);
  askBeforeBodies(app);
  await app.register(rateLimit, {
    max: limits.callsPerSecond,
    timeWindow: 1_000,
    addHeaders: SILENT,
    addHeadersOnExceeding: SILENT,
    allowList: (request) => guard.isOverUnixSocket(request.raw),
    keyGenerator: ({ caller, ip }) =>
      caller === null ? ip : `${caller.kind}:${caller.kind === "owner" ? "" : caller.id}`,
    errorResponseBuilder: () =>
      new MaestroError("rate_limited", "Too many calls in one second. Try again in the next."),
  });
  return app;
}

/** Lets a client that asks first (`Expect: 100-continue`) send its body only once it may. */
function askBeforeBodies(app: FastifyInstance): void {
  app.server.on("checkContinue", (request, response) => {
    app.server.emit("request", request, response);
  });
  app.addHook("preParsing", async (request, reply) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
  });
}

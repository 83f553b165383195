import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Access } from "../app/access/access.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Log } from "../ports/log.ts";
import { authenticate, showsToken } from "./authenticate.ts";
import { FailureCount } from "./failure-count.ts";
import { type OwnNames, unixRefusal } from "./own-names.ts";

/** What decides who may call. */
export interface GuardDeps {
  readonly access: Access;
  readonly names: OwnNames;
  readonly log: Log;
  readonly failuresPerMinute: number;
}

/** Decides who may call, before any byte of a body is read. */
export class Guard {
  readonly #deps: GuardDeps;
  readonly #failures: FailureCount;
  readonly #unixSockets = new WeakSet<Socket>();

  constructor(deps: GuardDeps) {
    this.#deps = deps;
    this.#failures = new FailureCount(deps.failuresPerMinute, () => performance.now());
  }

  /** Marks a connection as one that came over the Unix socket. */
  cameOverUnixSocket(socket: Socket): void {
    this.#unixSockets.add(socket);
  }

  isOverUnixSocket(request: IncomingMessage): boolean {
    return this.#unixSockets.has(request.socket);
  }

  /** Why the request is refused for where it comes from or goes to, or null. */
  foreignness(request: IncomingMessage): MaestroError | null {
    // `GET http://elsewhere/` asks a proxy, which this is not; and there the name in the address
    // would stand above the one in Host.
    if (request.url?.startsWith("/") !== true) {
      return new MaestroError(
        "invalid_request",
        "The request's target is not a path. Ask the daemon itself, as in GET /api/health; it is no proxy.",
      );
    }
    return this.isOverUnixSocket(request)
      ? unixRefusal(request)
      : this.#deps.names.refusal(request);
  }

  /** Puts the checks in front of every route, of unknown paths too. */
  protect(app: FastifyInstance): void {
    app.decorateRequest("caller", null);
    app.addHook("onRequest", async (request) => {
      const foreign = this.foreignness(request.raw);
      if (foreign !== null) throw foreign;
      if (request.is404 || request.routeOptions.config.access === undefined) {
        throw new MaestroError(
          "not_found",
          "There is nothing at this address. GET /api/openapi.json lists the calls there are.",
        );
      }
      request.caller = authenticate(request, this.#deps.access, this.isOverUnixSocket(request.raw));
      if (request.ws && request.routeOptions.config.socket !== true) {
        throw new MaestroError(
          "invalid_request",
          "There is no WebSocket at this address. There are /api/events and /api/sessions/ID/attach.",
        );
      }
      const encoding = request.headers["content-encoding"];
      if (encoding !== undefined && encoding !== "identity") {
        throw new MaestroError(
          "unsupported_media_type",
          "A body must come uncompressed. Leave Content-Encoding out.",
        );
      }
    });
  }

  /** What to answer to a wrong token or code: after too many, that there were too many. */
  afterFailure(request: FastifyRequest, refusal: MaestroError): MaestroError {
    const guessed = showsToken(request) || request.routeOptions.config.access === "public";
    if (!guessed || this.isOverUnixSocket(request.raw)) return refusal;
    const address = request.ip;
    const verdict = this.#failures.add(address);
    if (verdict === "tolerable") return refusal;
    if (verdict === "first-too-many") this.#deps.log.warn("many wrong tokens", { address });
    return new MaestroError(
      "rate_limited",
      "Too many wrong tokens came from this address. Try again in a minute; the right one is let in at any time.",
    );
  }
}

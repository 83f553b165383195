import { type Access as RouteAccess, tokenOfProtocols } from "@maestro/protocol";
import type { FastifyRequest } from "fastify";
import type { Access, Caller } from "../app/access/access.ts";
import { MaestroError } from "../domain/maestro-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route. A route that does not say is never answered. */
    access?: RouteAccess;
    /** True for a WebSocket's route; no other may be upgraded. */
    socket?: true;
  }
  interface FastifyRequest {
    /** Who calls; null where nobody asked, on public routes. */
    caller: Caller | null;
  }
}

/**
 * Who makes this call, by what it carries in its headers: never by its address, and never by a
 * cookie, which the browser would also send to every other server on this machine.
 *
 * @throws MaestroError `unauthorized`
 */
export function authenticate(
  request: FastifyRequest,
  access: Access,
  overUnixSocket: boolean,
): Caller | null {
  const routeAccess = request.routeOptions.config.access;
  if (routeAccess === "public") return null;
  const token = tokenOf(request);
  if (token === null) {
    // The socket's mode lets its owner in alone. Who shows a ticket there has only the ticket's rights.
    if (overUnixSocket) return { kind: "owner" };
    throw new MaestroError(
      "unauthorized",
      "This call needs a token, in the header Authorization: Bearer. The address is never looked at for one.",
    );
  }
  const caller = access.identify(token, routeAccess === "ticket" ? sessionIdOf(request) : null);
  if (caller === null) {
    throw new MaestroError(
      "unauthorized",
      "The token is not one that may make this call. The owner's is in the file token of the state directory; a page is signed in by the link that maestro open makes.",
    );
  }
  return caller;
}

/** True where a token was shown, right or wrong. */
export function showsToken(request: FastifyRequest): boolean {
  return tokenOf(request) !== null;
}

function tokenOf(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    // Anything else in the header is a wrong token, not a missing one.
    return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  }
  const offered = request.ws ? request.headers["sec-websocket-protocol"] : undefined;
  return offered === undefined ? null : tokenOfProtocols(offered.split(",").map((p) => p.trim()));
}

function sessionIdOf(request: FastifyRequest): string | null {
  const { id } = request.params as { readonly id?: unknown };
  return typeof id === "string" ? id : null;
}

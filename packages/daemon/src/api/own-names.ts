import type { IncomingMessage } from "node:http";
import { MaestroError } from "../domain/maestro-error.ts";

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/**
 * The names under which this daemon may be called over TCP. A page of another site can make a
 * browser call 127.0.0.1, also under a name of its own that it lets resolve to 127.0.0.1; what it
 * cannot do is forge `Host` and `Origin`. Compared as whole texts: prefixes can be registered.
 */
export class OwnNames {
  readonly #hosts = new Set<string>();
  readonly #configured: ReadonlySet<string>;

  /** `configured`: further values of `Host`, for a proxy with TLS in front of the daemon. */
  constructor(configured: readonly string[]) {
    this.#configured = new Set(configured);
  }

  /** To be called when the port is known; nothing is let in before. */
  listensOn(host: string, port: number): void {
    for (const name of [...LOOPBACK, host.includes(":") ? `[${host}]` : host]) {
      this.#hosts.add(`${name}:${port}`);
    }
  }

  /** Why a request that came over TCP is refused, or null. */
  refusal(request: IncomingMessage): MaestroError | null {
    const host = onlyHeader(request, "host");
    if (host === null || !(this.#hosts.has(host) || this.#configured.has(host))) {
      return foreign(
        "The daemon does not answer to the name in the Host header. Call it as 127.0.0.1 or localhost with its port, or list the name in allowed_hosts.",
      );
    }
    const { origin } = request.headers;
    if (origin === undefined || origin === `http://${host}`) return null;
    if (this.#configured.has(host) && origin === `https://${host}`) return null;
    return foreign(
      "The call comes from a page of another origin. Only the daemon's own page may call it; the name of a proxy belongs in allowed_hosts.",
    );
  }
}

/** Why a request over the Unix socket is refused, or null: no browser ever gets there by itself. */
export function unixRefusal(request: IncomingMessage): MaestroError | null {
  return request.headers.origin === undefined
    ? null
    : foreign("A call over the Unix socket has no Origin. Leave that header out.");
}

function foreign(message: string): MaestroError {
  return new MaestroError("forbidden_origin", message);
}

/** The header's value where it was sent exactly once. Node keeps the first of two and drops the rest. */
function onlyHeader(request: IncomingMessage, name: string): string | null {
  const values = request.rawHeaders.filter(
    (_value, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? (values[0] ?? null) : null;
}

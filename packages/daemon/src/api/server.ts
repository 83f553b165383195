import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Access } from "../app/access/access.ts";
import type { Operations } from "../app/operations.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Log } from "../ports/log.ts";
import { buildApp } from "./build-app.ts";
import { EventFeed } from "./event-feed.ts";
import { Guard } from "./guard.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { LiveSockets } from "./live-sockets.ts";
import { OwnNames } from "./own-names.ts";
import { registerPage } from "./page.ts";
import { BUILT_PAGE, readPageFiles } from "./page-files.ts";
import { registerRoutes } from "./register-routes.ts";
import { registerSockets } from "./register-sockets.ts";
import { listenOnUnixSocket } from "./unix-listener.ts";

/** What the API is served from, and where. */
export interface ServerOptions {
  readonly operations: Operations;
  readonly access: Access;
  readonly log: Log;
  readonly version: string;
  readonly stateDir: string;
  /** Where the sessions' tmux sockets are, for the owner to know. */
  readonly runtimeDir?: string;
  readonly socketPath: string;
  /** 0 for any free one, null to listen on the Unix socket alone. */
  readonly port: number | null;
  /** 127.0.0.1 where left out. */
  readonly host?: string;
  /** Lets `host` be an address that other machines reach, without TLS. */
  readonly allowInsecureListen?: boolean;
  /** Further values of the Host header, for a proxy with TLS in front. */
  readonly allowedHosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** The folder of the built page; the one beside the bundle where left out. */
  readonly pageDir?: string;
  /** Somebody asked the daemon to stop. */
  readonly onShutdown: () => void;
}

/** A server that listens. */
export interface RunningServer {
  /** null where it listens on its Unix socket alone. */
  readonly url: string | null;
  /** Ends all sockets and calls, the slow ones too, within `closeMs` and a moment. */
  close(): Promise<void>;
}

/** Listens on loopback and on the Unix socket, and answers the whole protocol there. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { access, log, operations } = options;
  const limits = { ...LIMITS, ...options.limits };
  const host = checkedHost(options);
  const names = new OwnNames(options.allowedHosts ?? []);
  const guard = new Guard({ access, names, log, failuresPerMinute: limits.failuresPerMinute });
  const live = new LiveSockets(limits.heartbeatMs);
  const feed = new EventFeed(operations.events, limits, log);
  let url: string | null = null;

  const app = await buildApp({ guard, log, limits });
  registerPage(app, await readPageFiles(options.pageDir ?? BUILT_PAGE));
  registerRoutes(app, {
    operations,
    access,
    sockets: live,
    onShutdown: options.onShutdown,
    daemon: {
      version: options.version,
      stateDir: options.stateDir,
      runtimeDir: options.runtimeDir ?? null,
      socketPath: options.socketPath,
      startedAt: performance.now(),
      url: () => url,
    },
  });
  registerSockets(app, { operations, feed, live });
  await app.ready();

  const unix = await listenOnUnixSocket(options.socketPath, (socket: Socket) => {
    guard.cameOverUnixSocket(socket);
    app.server.emit("connection", socket);
  }).catch(async (error: unknown) => {
    // A disk that takes no socket is no reason to hide the sessions from the page.
    if (options.port !== null && isDiskFull(error)) {
      log.error("no Unix socket: clients reach the daemon by its address alone", {
        error: (error as Error).message,
      });
      return null;
    }
    feed.stop();
    await live.end(0);
    throw error;
  });
  if (unix !== null) unix.maxConnections = limits.connections;
  const close = async (): Promise<void> => {
    feed.stop();
    const unixClosed = unix === null ? Promise.resolve() : closed(unix);
    await live.end(limits.closeMs);
    app.server.closeIdleConnections();
    // What is still being answered gets as long again; then its connection is cut.
    const late = setTimeout(() => app.server.closeAllConnections(), limits.closeMs);
    await Promise.all([app.close(), unixClosed]);
    clearTimeout(late);
  };
  if (options.port === null) {
    // Node starts to watch for requests that never end when a server begins to listen; this one
    // is handed its connections instead.
    app.server.emit("listening");
    return { url, close };
  }
  try {
    const port = await listenOnTcp(app, host, options.port);
    names.listensOn(host, port);
    url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

async function listenOnTcp(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EADDRINUSE" ? "another program uses it" : message;
    throw new MaestroError(
      "io_failed",
      `The daemon cannot listen on port ${port} of ${host}: ${why}. Choose another port, or 0 for any free one.`,
      { cause: error },
    );
  }
  return (app.server.address() as AddressInfo).port;
}

/** True where nothing can be made on the disk, however the call is repeated. */
function isDiskFull(error: unknown): boolean {
  const { cause } = error as Error;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EROFS";
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function checkedHost({ host = "127.0.0.1", allowInsecureListen = false }: ServerOptions): string {
  if (host === "127.0.0.1" || host === "::1" || allowInsecureListen) return host;
  throw new MaestroError(
    "invalid_request",
    `Not listening on ${host}: whoever reaches that address could read the token on its way, and with it start programs here. Put a proxy with TLS in front of 127.0.0.1, or allow it explicitly.`,
  );
}

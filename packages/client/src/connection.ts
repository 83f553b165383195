/** One HTTP request, as every way of reaching the daemon can make it. */
export interface HttpRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** As much of an HTTP answer as the client looks at; `Response` fits. */
export interface HttpAnswer {
  readonly status: number;
  text(): Promise<string>;
}

/** What a socket tells its owner. `closed` comes once, and comes also when it never opened. */
export interface SocketHandlers {
  opened(): void;
  message(data: string | Uint8Array): void;
  closed(why: { readonly code: number; readonly reason: string }): void;
}

/** The sending half of a socket. Sending on one that is not open is ignored. */
export interface SocketHandle {
  /** Bytes that were sent and have not left yet. */
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(): void;
}

/**
 * A way to reach the daemon: over its Unix socket, or over the network with a token. Paths start
 * with `/api/`; whatever proves who is calling is the connection's own affair.
 */
export interface Connection {
  fetch(path: string, request: HttpRequest): Promise<HttpAnswer>;
  openSocket(path: string, protocols: readonly string[], handlers: SocketHandlers): SocketHandle;
}

import type { ClientRequest, IncomingMessage } from "node:http";
import { ApiError } from "@maestro/protocol";
import type { SocketHandle, SocketHandlers } from "@maestro/client";
import type { WebSocket } from "ws";

/** Which socket of the daemon to open. */
export interface UnixSocketRequest {
  readonly socketPath: string;
  readonly path: string;
  readonly protocols: readonly string[];
}

/**
 * A WebSocket over the daemon's Unix socket. `ws` is loaded by the first one that is opened: most
 * commands need none.
 */
export function openUnixSocket(asked: UnixSocketRequest, handlers: SocketHandlers): SocketHandle {
  let socket: WebSocket | null = null;
  let closed = false;
  const open = async (): Promise<void> => {
    const { WebSocket: Socket } = await import("ws");
    if (closed) return handlers.closed({ code: 1000, reason: "" });
    socket = new Socket(`ws+unix:${asked.socketPath}:${asked.path}`, [...asked.protocols], {
      headers: { host: "localhost" },
      // Bytes stay on this machine: compressing them costs more than it saves.
      perMessageDeflate: false,
      handshakeTimeout: 30_000,
    });
    wire(socket, handlers);
  };
  open().catch((error: unknown) => handlers.closed({ code: 1006, reason: String(error) }));
  return {
    get bufferedAmount() {
      return socket?.bufferedAmount ?? 0;
    },
    send(data) {
      if (socket?.readyState === 1) socket.send(data);
    },
    close() {
      closed = true;
      socket?.close();
    },
  };
}

function wire(socket: WebSocket, handlers: SocketHandlers): void {
  let failure = "";
  let over = false;
  const closed = (code: number, reason: string): void => {
    if (over) return;
    over = true;
    handlers.closed({ code, reason });
  };
  socket.on("open", () => handlers.opened());
  socket.on("message", (data, isBinary) => {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    handlers.message(isBinary ? bytes : bytes.toString("utf8"));
  });
  const refused = async (request: ClientRequest, response: IncomingMessage): Promise<void> => {
    const reason = await refusalOf(response);
    request.destroy();
    closed(1006, reason);
  };
  socket.on("unexpected-response", (request, response) => void refused(request, response));
  socket.on("error", (error) => {
    failure ||= error.message;
  });
  socket.on("close", (code, reason) => closed(code, reason.toString("utf8") || failure));
}

/** Why an upgrade was refused, in the daemon's words. */
async function refusalOf(response: IncomingMessage): Promise<string> {
  try {
    let body = "";
    for await (const chunk of response.setEncoding("utf8")) body += String(chunk);
    return ApiError.parse(JSON.parse(body)).message;
  } catch {
    return `The daemon answered ${response.statusCode ?? "nothing"}.`;
  }
}

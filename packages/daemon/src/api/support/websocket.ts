import { once } from "node:events";
import { tokenProtocol, WS_PROTOCOL } from "@maestro/protocol";
import { WebSocket } from "ws";
import type { Target } from "./http.ts";

/** A WebSocket client that keeps what came, in order. */
export interface Client {
  readonly socket: WebSocket;
  /** Text frames parsed, binary frames as they are. */
  readonly received: unknown[];
  /** The first thing received from here on that the test accepts; waits for it. */
  next(accept?: (frame: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** The close code. */
  readonly closed: Promise<number>;
}

const nothing = (): void => {};

/** Opens one and waits until it is open. `token` null for the Unix socket. */
export async function openSocket(
  target: Target,
  path: string,
  token: string | null,
): Promise<Client> {
  const url =
    "path" in target ? `ws+unix:${target.path}:${path}` : `ws://127.0.0.1:${target.port}${path}`;
  const protocols = token === null ? [WS_PROTOCOL] : [WS_PROTOCOL, tokenProtocol(token)];
  const socket = new WebSocket(url, protocols);
  const received: unknown[] = [];
  let read = 0;
  let wake = nothing;
  socket.on("message", (message: Buffer, isBinary) => {
    received.push(isBinary ? message : JSON.parse(message.toString()));
    wake();
  });
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => {
    socket.once("close", (code) => {
      resolve(code);
      wake();
    });
  });
  await Promise.race([
    once(socket, "open"),
    closed.then((code) => {
      throw new Error(`the socket ${path} was refused (${code})`);
    }),
  ]);
  return {
    socket,
    received,
    closed,
    async next(accept = () => true) {
      for (;;) {
        while (read < received.length) {
          const frame = received[read] as Record<string, unknown>;
          read += 1;
          if (accept(frame)) return frame;
        }
        if (socket.readyState === WebSocket.CLOSED) throw new Error("closed while waiting");
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** A promise and the function that resolves it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = nothing;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Waits until something is so, as often as the event loop turns. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

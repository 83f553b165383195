import { tokenProtocol } from "@maestro/protocol";
import type { Connection } from "./connection.ts";

/** Where the daemon is and what proves who is calling. */
export interface Origin {
  /** Scheme, host and port, as in `http://127.0.0.1:7717`. */
  readonly url: string;
  readonly token: string;
  /** Left out, the platform's own are used. */
  readonly fetch?: typeof fetch;
  readonly WebSocket?: typeof WebSocket;
}

/** Reaches a daemon by its address, as a page or a remote client does. */
export function originConnection(origin: Origin): Connection {
  const { url, token } = origin;
  const request = origin.fetch ?? fetch.bind(globalThis);
  return {
    fetch: (path, { headers, ...rest }) =>
      request(url + path, { ...rest, headers: { ...headers, authorization: `Bearer ${token}` } }),

    openSocket(path, protocols, handlers) {
      const Socket = origin.WebSocket ?? WebSocket;
      const socket = new Socket(url.replace(/^http/, "ws") + path, [
        ...protocols,
        tokenProtocol(token),
      ]);
      socket.binaryType = "arraybuffer";
      socket.addEventListener("open", () => handlers.opened());
      socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) =>
        handlers.message(typeof data === "string" ? data : new Uint8Array(data)),
      );
      socket.addEventListener("close", ({ code, reason }) => handlers.closed({ code, reason }));
      // An error is always followed by a close, which carries what can be known. Node's `ws`
      // throws where nobody listens.
      socket.addEventListener("error", () => {});
      return {
        get bufferedAmount() {
          return socket.bufferedAmount;
        },
        send(data) {
          if (socket.readyState === 1) socket.send(data as string | Uint8Array<ArrayBuffer>);
        },
        close: () => socket.close(),
      };
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A call that the daemon's stand-in got. */
export interface Heard {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Stands in for a daemon: keeps what it hears, and answers as it is told, or never. */
export class Listener {
  readonly heard: Heard[] = [];
  readonly #server: Server;

  private constructor(answer: (response: ServerResponse) => void) {
    this.#server = createServer((request, response) => {
      const { method, url: path, headers } = request;
      void text(request).then((body) => {
        this.heard.push({ method, path, headers, body });
        answer(response);
      });
    });
  }

  static async open(answer: (response: ServerResponse) => void): Promise<Listener> {
    const listener = new Listener(answer);
    listener.#server.listen(0, "127.0.0.1");
    await once(listener.#server, "listening");
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

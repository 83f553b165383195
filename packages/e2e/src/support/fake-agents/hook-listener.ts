import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A hook that was posted. */
export interface HeardHook {
  readonly agent: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Stands in for the daemon where a test is about what agents post. */
export class HookListener {
  readonly heard: HeardHook[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const agent = request.url?.split("/").at(-1) ?? "";
        this.heard.push({ agent, payload: JSON.parse(body) as HeardHook["payload"] });
        response.writeHead(204).end();
      });
    });
  }

  static async open(): Promise<HookListener> {
    const listener = new HookListener();
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

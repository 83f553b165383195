import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import type { ApiError, Session } from "@maestro/protocol";
import { type WebSocket, WebSocketServer } from "ws";

/** A call as it reached the daemon. */
export interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** What the daemon answers a call with. */
export type FakeAnswer = readonly [status: number, body?: unknown];

/**
 * A daemon of the protocol's shape on a Unix socket, with the sessions and answers that a test gives
 * it. It holds no terminal and no rules.
 */
export class FakeDaemon {
  readonly stateDir: string;
  readonly socket: string;
  readonly calls: SeenCall[] = [];
  sessions: Session[] = [];
  /** Answers by `METHOD /path`, with its query or for every one, before the built-in ones. */
  readonly answers = new Map<string, FakeAnswer>();
  /** Called with each WebSocket and its address. */
  connected: (socket: WebSocket, url: string) => void = () => {};
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(stateDir: string) {
    this.stateDir = stateDir;
    this.socket = join(stateDir, "daemon.sock");
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(([status, body]) => {
        response.writeHead(status, { "content-type": "application/json" });
        return response.end(body === undefined ? undefined : JSON.stringify(body));
      });
    });
    this.#server.on("upgrade", (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (open) =>
        this.connected(open, request.url ?? ""),
      );
    });
  }

  static async start(): Promise<FakeDaemon> {
    const daemon = new FakeDaemon(await mkdtemp(join(tmpdir(), "maestro-cli-")));
    await new Promise<void>((resolve) => daemon.#server.listen(daemon.socket, resolve));
    const { socket } = daemon;
    const record = { pid: process.pid, url: "http://127.0.0.1:1", socket, version: "0.1.0" };
    await writeFile(join(daemon.stateDir, "daemon.json"), JSON.stringify(record));
    return daemon;
  }

  /** Is gone, as after a crash; its directory stays. */
  async die(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async stop(): Promise<void> {
    await this.die();
    await rm(this.stateDir, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage): Promise<FakeAnswer> {
    const { method = "", url = "" } = request;
    const sent = await readAll(request);
    this.calls.push({ method, url, body: sent === "" ? undefined : JSON.parse(sent) });
    const path = url.split("?")[0] ?? "";
    const given = this.answers.get(`${method} ${url}`) ?? this.answers.get(`${method} ${path}`);
    if (given !== undefined) return given;
    if (method === "GET" && path === "/api/sessions") return [200, this.sessions];
    const error: ApiError = { code: "not_found", message: `No answer for ${method} ${path}.` };
    return [404, error];
  }
}

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { WebSocket, WebSocketServer } from "ws";

/**
 * What a user would have otherwise: `tmux attach` behind a pseudo-terminal, its bytes sent through
 * a WebSocket on loopback, as web terminals do it.
 */
export class TmuxBehindPty {
  readonly #directory = mkdtempSync(join(tmpdir(), "mpeer-"));
  readonly #socket = join(this.#directory, "s");
  #server: WebSocketServer | null = null;
  #pty: IPty | null = null;
  #client: WebSocket | null = null;
  #tail = "";
  readonly #looks = new Set<() => void>();

  /** Starts the command in a tmux server of its own, as maestro does, so that both are alike. */
  async start(command: readonly string[], attach: boolean): Promise<void> {
    this.tmux(["new-session", "-d", "-x", "80", "-y", "24", ...command]);
    if (!attach) return;
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
    this.#server = server;
    await once(server, "listening");
    server.on("connection", (socket) => {
      const pty = spawn("tmux", ["-S", this.#socket, "-f", "/dev/null", "attach"], {
        cols: 80,
        rows: 24,
        encoding: null,
      });
      this.#pty = pty;
      pty.onData((data) => socket.send(data));
      socket.on("message", (data: Buffer) => pty.write(data.toString("utf8")));
    });
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    this.#client = client;
    client.on("message", (data: Buffer) => {
      this.#tail = (this.#tail + data.toString("latin1")).slice(-4_096);
      for (const look of this.#looks) look();
    });
    await once(client, "open");
  }

  tmux(args: readonly string[]): string {
    const all = ["-S", this.#socket, "-f", "/dev/null", ...args];
    return execFileSync("tmux", all, { encoding: "utf8", env: { ...process.env, TMUX: "" } });
  }

  type(text: string): void {
    this.#client?.send(Buffer.from(text));
  }

  forget(): void {
    this.#tail = "";
  }

  sees(text: string): Promise<void> {
    if (this.#tail.includes(text)) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.#tail.includes(text)) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
    });
  }

  destroy(): void {
    this.#client?.close();
    this.#server?.close();
    this.#pty?.kill();
    try {
      this.tmux(["kill-server"]);
    } catch {
      // It ended by itself.
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

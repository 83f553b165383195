import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { PEER_SERVER } from "./peer-server.ts";

/** What a user would have otherwise: `tmux attach` behind a pseudo-terminal and a WebSocket. */
export class TmuxBehindPty {
  readonly #directory = mkdtempSync(join(tmpdir(), "mpeer-"));
  readonly #socket = join(this.#directory, "s");
  #server: ChildProcess | null = null;
  #client: WebSocket | null = null;
  #tail = "";
  readonly #looks = new Set<() => void>();

  /** Starts the command in a tmux server of its own, as maestro does, so that both are alike. */
  async start(command: readonly string[], attach: boolean): Promise<void> {
    this.tmux(["new-session", "-d", "-x", "80", "-y", "24", ...command]);
    if (!attach) return;
    const server = spawn(process.execPath, [process.argv[1] ?? "", PEER_SERVER, this.#socket], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#server = server;
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    const client = new WebSocket(`ws://127.0.0.1:${Number(port.toString())}`);
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
    this.#server?.kill();
    try {
      this.tmux(["kill-server"]);
    } catch {
      // It ended by itself.
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Api,
  attachTerminal,
  type Connection,
  createApi,
  originConnection,
  type TerminalStream,
} from "@maestro/client";
import type { AttachServerFrame, Session } from "@maestro/protocol";
import { WebSocket } from "ws";

const ENTRY = fileURLToPath(new URL("../../../dist/maestro-daemon.mjs", import.meta.url));

/** A daemon with a home of its own, and what a benchmark does with it. */
export class BenchDaemon {
  readonly home: string;
  readonly env: Record<string, string>;
  #child: ChildProcess | null = null;
  connection: Connection | null = null;

  private constructor(home: string) {
    this.home = home;
    this.env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      MAESTRO_STATE_DIR: join(home, "state"),
    };
  }

  static async start(): Promise<BenchDaemon> {
    const daemon = new BenchDaemon(await mkdtemp(join(tmpdir(), "mbench-")));
    await daemon.up();
    return daemon;
  }

  get api(): Api {
    if (this.connection === null) throw new Error("the daemon does not run");
    return createApi(this.connection);
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts the daemon; answers how long it took until it said that it is up, in milliseconds. */
  async up(): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, [ENTRY], {
      env: this.env,
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    this.#child = child;
    const ready = child.stdio[3] as NodeJS.ReadableStream;
    const [line] = (await once(ready, "data")) as [Buffer];
    const took = performance.now() - began;
    const { url } = JSON.parse(line.toString("utf8")) as { url: string };
    const token = (await readFile(join(this.home, "state", "token"), "utf8")).trim();
    this.connection = originConnection({ url, token, WebSocket: WebSocket as never });
    return took;
  }

  async crash(): Promise<void> {
    this.#child?.kill("SIGKILL");
    if (this.#child !== null) await once(this.#child, "exit");
  }

  create(command: readonly string[]): Promise<Session> {
    return this.api.createSession({
      body: { cwd: this.home, command: [...command], cols: 80, rows: 24 },
    });
  }

  /** CPU seconds that the daemon has used so far. */
  async cpuSeconds(): Promise<number> {
    const stat = await readFile(`/proc/${this.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** The daemon's resident memory in MB. */
  async residentMb(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  async destroy(): Promise<void> {
    await this.crash();
    for (const pid of await readdir("/proc")) {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
      const environ = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      if (environ.includes(this.home)) process.kill(Number(pid), "SIGKILL");
    }
    await rm(this.home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** An attached client that lets a measurement wait for what it sees. */
export class BenchClient {
  readonly stream: TerminalStream;
  received = 0;
  #tail = "";
  readonly #looks = new Set<() => void>();
  readonly #frames: AttachServerFrame[] = [];

  constructor(daemon: BenchDaemon, id: string) {
    if (daemon.connection === null) throw new Error("the daemon does not run");
    this.stream = attachTerminal(
      daemon.connection,
      { id, cols: 80, rows: 24 },
      {
        frame: (frame) => {
          this.#frames.push(frame);
          this.#look();
        },
        bytes: (bytes) => {
          this.received += bytes.length;
          this.#tail = (this.#tail + Buffer.from(bytes).toString("latin1")).slice(-4_096);
          this.#look();
        },
        closed: () => {},
      },
    );
  }

  type(text: string): void {
    this.stream.input(Buffer.from(text));
  }

  forget(): void {
    this.#tail = "";
  }

  live(): Promise<void> {
    return this.#until(() => this.#frames.some(({ type }) => type === "live"));
  }

  sees(text: string): Promise<void> {
    return this.#until(() => this.#tail.includes(text));
  }

  get resyncs(): number {
    return this.#frames.filter(({ type }) => type === "resync").length;
  }

  #until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
    });
  }

  #look(): void {
    for (const look of this.#looks) look();
  }
}

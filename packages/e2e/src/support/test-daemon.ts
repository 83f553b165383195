import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Api, type Connection, createApi, originConnection } from "@maestro/client";
import { DaemonStatus, type CreateSession, type Session } from "@maestro/protocol";
import { WebSocket } from "ws";
import { endEverythingBelow } from "./end-everything.ts";

/** The daemon that people run; the tests' global set-up builds it. */
export const DAEMON = fileURLToPath(
  new URL("../../../../dist/maestro-daemon.mjs", import.meta.url),
);
const START_DEADLINE_MS = 20_000;

/** A real daemon with a home of its own, for one test file. */
export class TestDaemon {
  readonly home: string;
  readonly stateDir: string;
  readonly env: Record<string, string>;
  #child: ChildProcess | null = null;
  #connection: Connection | null = null;
  #url = "";
  #token = "";

  private constructor(home: string, env: Record<string, string>) {
    this.home = home;
    this.stateDir = join(home, ".local", "state", "maestro");
    this.env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      GIT_CONFIG_NOSYSTEM: "1",
      MAESTRO_STATE_DIR: this.stateDir,
      ...env,
    };
  }

  /**
   * Starts a daemon with an empty home below the system's temporary directory. The environment may
   * be made from that home, once it is there.
   */
  static async start(
    env: Record<string, string> | ((home: string) => Promise<Record<string, string>>) = {},
  ): Promise<TestDaemon> {
    const home = await mkdtemp(join(tmpdir(), "me2e-"));
    const daemon = new TestDaemon(home, typeof env === "function" ? await env(home) : env);
    await mkdir(join(home, ".config"), { recursive: true });
    await daemon.up();
    return daemon;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("the daemon does not run");
    return pid;
  }

  get url(): string {
    return this.#url;
  }

  get token(): string {
    return this.#token;
  }

  get connection(): Connection {
    if (this.#connection === null) throw new Error("the daemon was never started");
    return this.#connection;
  }

  get api(): Api {
    return createApi(this.connection);
  }

  /** Starts the daemon (again) and waits until it answers. */
  async up(): Promise<void> {
    const child = spawn(process.execPath, [DAEMON], {
      env: this.env,
      cwd: this.home,
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    this.#child = child;
    const line = await firstLine(child);
    const answer = JSON.parse(line) as { ready?: boolean; url?: string };
    if (answer.ready !== true || answer.url === undefined) throw new Error(`no daemon: ${line}`);
    this.#url = answer.url;
    this.#token = (await readFile(join(this.stateDir, "token"), "utf8")).trim();
    this.#connection = originConnection({
      url: this.#url,
      token: this.#token,
      WebSocket: WebSocket as never,
    });
  }

  /** Waits until every session of earlier runs was looked for. */
  async recovered(): Promise<void> {
    await eventually(async () => {
      const status = DaemonStatus.parse(await this.api.getStatus());
      if (!status.recovered) throw new Error("still recovering");
    });
  }

  /** Asks the daemon to stop, and waits until it has. */
  async down(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** What a crash does. */
  async crash(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Resolves when the daemon has ended, however that came. */
  async gone(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    await once(child, "exit");
  }

  async create(
    request: Partial<CreateSession> & { command: CreateSession["command"] },
  ): Promise<Session> {
    return this.api.createSession({ body: { cwd: this.home, ...request } });
  }

  /** Waits until a session is as asked for, and answers it. */
  async until(id: string, condition: (session: Session) => boolean): Promise<Session> {
    return eventually(async () => {
      const session = await this.api.getSession({ params: { id } });
      if (!condition(session)) throw new Error(`not yet: ${JSON.stringify(session)}`);
      return session;
    });
  }

  /** Waits until the screen's text holds something, and answers the text. */
  async untilScreen(id: string, text: string | RegExp, scrollback = "0"): Promise<string> {
    return eventually(async () => {
      const { content } = await this.api.getScreen({ params: { id }, query: { scrollback } });
      const holds = typeof text === "string" ? content.includes(text) : text.test(content);
      if (!holds) throw new Error(`not on the screen: ${text}\n${content}`);
      return content;
    });
  }

  /** Ends the daemon, every process it started, and its home. */
  async destroy(): Promise<void> {
    await this.crash();
    await endEverythingBelow(this.home);
    // The kernel may still be closing what the killed processes had open.
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  async #end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}

/**
 * Tries until it succeeds; after the deadline, which is there to end a test that fails and for nothing
 * else, the last failure counts.
 */
export async function eventually<T>(
  attempt: () => Promise<T> | T,
  deadlineMs = 45_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const pipe = child.stdio[3] as NodeJS.ReadableStream;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the daemon did not say that it is up")),
      START_DEADLINE_MS,
    );
    let text = "";
    pipe.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
    pipe.on("end", () => {
      clearTimeout(timer);
      resolve(text.trim());
    });
    child.once("exit", () => resolve(text.trim()));
  });
}

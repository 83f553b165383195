import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSessionId, type Exit, type SessionId } from "../../../domain/session.ts";
import type { Capture, Pane, PaneListener, PaneStart } from "../../../ports/terminal-host.ts";
import { createProcessTable } from "../../process-table/process-table.ts";
import { RuntimeDirectory } from "../runtime-directory.ts";
import { Tmux } from "../tmux.ts";
import { TmuxHost } from "../tmux-host.ts";

/** Keeps what a pane says, and lets a test wait for it. */
export class Recorder implements PaneListener {
  readonly captures: Capture[] = [];
  readonly #chunks: Uint8Array[] = [];
  readonly #waiting = new Set<() => void>();
  exit: Exit | null | undefined;

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  output(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#wake();
  }

  refilled(capture: Capture): void {
    this.captures.push(capture);
    this.#wake();
  }

  ended(exit: Exit | null): void {
    this.exit = exit;
    this.#wake();
  }

  /** Resolves when the condition holds, which is looked at whenever the pane says something. */
  until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(
          new Error(`waited in vain for ${what}; so far: ${JSON.stringify(this.text.slice(-500))}`),
        );
      }, 20_000);
      const look = (): void => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  untilText(text: string): Promise<void> {
    return this.until(() => this.text.includes(text), JSON.stringify(text));
  }

  async untilEnd(): Promise<Exit | null> {
    await this.until(() => this.exit !== undefined, "the end");
    return this.exit ?? null;
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}

/** A scratch directory with a tmux host in it. */
export class TmuxBench {
  readonly directory: string;
  readonly runtime: RuntimeDirectory;
  #host: TmuxHost;

  private constructor(directory: string, runtime: RuntimeDirectory) {
    this.directory = directory;
    this.runtime = runtime;
    this.#host = this.restart();
  }

  static async open(): Promise<TmuxBench> {
    const directory = await mkdtemp(join(tmpdir(), "mtmux-"));
    const runtime = await RuntimeDirectory.open(join(directory), { historyLimit: 10_000 });
    return new TmuxBench(directory, runtime);
  }

  get host(): TmuxHost {
    return this.#host;
  }

  /** A new host on the same runtime directory, as a new daemon has it. */
  restart(): TmuxHost {
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.directory, LC_ALL: "C" };
    this.#host = new TmuxHost(
      { tmux: new Tmux("tmux", env), processes: createProcessTable() },
      this.runtime,
    );
    return this.#host;
  }

  async start(
    argv: readonly string[],
    more: Partial<PaneStart> = {},
  ): Promise<{ readonly id: SessionId; readonly pane: Pane; readonly seen: Recorder }> {
    const id = parseSessionId(randomUUID()) as SessionId;
    const seen = new Recorder();
    const pane = await this.host.start(
      {
        id,
        generation: 1,
        cwd: this.directory,
        argv,
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: this.directory,
          MAESTRO_SESSION_ID: id,
        },
        files: [],
        setUp: [],
        cols: 80,
        rows: 24,
        ...more,
      },
      seen,
    );
    return { id, pane, seen };
  }

  async close(): Promise<void> {
    for (const id of await this.host.list()) await this.host.end(id);
    await rm(this.directory, { recursive: true, force: true });
  }
}

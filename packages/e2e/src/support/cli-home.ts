import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endEverythingBelow } from "./end-everything.ts";

/** The bundle that people run. */
export const CLI = fileURLToPath(new URL("../../../../dist/maestro.mjs", import.meta.url));

/** How a command ended. */
export interface CliOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command is run with beside its words. */
export interface CliRun {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
}

/** A home in which nothing runs yet, and the real CLI in it. */
export class CliHome {
  readonly home: string;
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** What is run: the bundle, unless a test installed another. */
  program = CLI;

  private constructor(home: string) {
    this.home = home;
    this.stateDir = join(home, ".local", "state", "maestro");
    this.env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      GIT_CONFIG_NOSYSTEM: "1",
    };
  }

  static async make(): Promise<CliHome> {
    return new CliHome(await realpath(await mkdtemp(join(tmpdir(), "mcli-"))));
  }

  /** Runs a command to its end, without a terminal. */
  async run(words: readonly string[], { env, cwd, input }: CliRun = {}): Promise<CliOutcome> {
    const child = this.start(words, { ...(env && { env }), ...(cwd !== undefined && { cwd }) });
    child.stdin?.end(input ?? "");
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, stdout, stderr }));
    });
  }

  /** Runs a command that has to succeed; answers what it printed. */
  async say(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(words);
    if (code !== 0) throw new Error(`maestro ${words.join(" ")} ended with ${code}: ${stderr}`);
    return stdout.trim();
  }

  /** The same, for JSON. */
  async json<T>(...words: string[]): Promise<T> {
    return JSON.parse(await this.say(...words, "--json")) as T;
  }

  /** Starts a command and leaves it running. */
  start(words: readonly string[], { env, cwd }: CliRun = {}): ChildProcess {
    return spawn(process.execPath, [this.program, ...words], {
      cwd: cwd ?? this.home,
      env: { ...this.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  /** Ends every process that was started here, and the home. */
  async destroy(): Promise<void> {
    await endEverythingBelow(this.home);
    // The kernel may still be closing what the killed processes had open.
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

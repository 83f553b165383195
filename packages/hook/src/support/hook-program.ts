import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** How a run of the program ended, and all that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One run of the program. */
export interface Run {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on its standard input; left out, nothing is written and it is never closed. */
  readonly input?: string | Buffer;
}

/** The program as it is shipped, in one file in a directory of its own. */
export class HookProgram {
  readonly directory: string;
  readonly path: string;

  private constructor(directory: string) {
    this.directory = directory;
    this.path = join(directory, "maestro-hook.mjs");
  }

  static async build(): Promise<HookProgram> {
    const program = new HookProgram(await mkdtemp(join(tmpdir(), "maestro-hook-")));
    await build({
      entryPoints: [fileURLToPath(new URL("../main.ts", import.meta.url))],
      outfile: program.path,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
    });
    return program;
  }

  start({ words, env = {}, input }: Run): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, [this.path, ...words], {
      cwd: this.directory,
      env: { PATH: process.env["PATH"] ?? "", HOME: this.directory, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    // It may end before it has read everything.
    child.stdin.on("error", () => {});
    if (input !== undefined) child.stdin.end(input);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, ended };
  }

  run(run: Run): Promise<Ended> {
    return this.start(run).ended;
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

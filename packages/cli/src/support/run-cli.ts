import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The bundle that people run; the tests' global set-up builds it. */
export const CLI = fileURLToPath(new URL("../../../../dist/maestro.mjs", import.meta.url));

/** How a command ended. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how to run a command. */
export interface CliCall {
  readonly stateDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs the CLI as a process of its own, without a terminal and with a private home. */
export function runCli(words: readonly string[], call: CliCall): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = startCli(words, call);
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin?.end(call.input ?? "");
  });
}

/** Starts the CLI and leaves it running. */
export function startCli(words: readonly string[], call: CliCall): ChildProcess {
  return spawn(process.execPath, [CLI, ...words], {
    cwd: call.cwd ?? call.stateDir,
    env: cliEnv(call),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The whole environment of a command under test. */
export function cliEnv({ stateDir, env }: CliCall): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: stateDir,
    LANG: "C.UTF-8",
    MAESTRO_STATE_DIR: stateDir,
    ...env,
  };
}

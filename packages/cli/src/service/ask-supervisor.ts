import { execFile } from "node:child_process";
import type { CommandLine } from "./supervisor.ts";

const LIMIT_MS = 30_000;

/** How a command of the supervisor's ended; `said` is its complaint. */
export type SupervisorAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly said: string };

/** Runs one command of the supervisor's. */
export function askSupervisor(
  [program, ...args]: CommandLine,
  env: NodeJS.ProcessEnv,
): Promise<SupervisorAnswer> {
  return new Promise((resolve) => {
    const options = { env: { ...env, LC_ALL: "C" }, timeout: LIMIT_MS };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ kind: "done" });
      if (error.code === "ENOENT") return resolve({ kind: "missing" });
      const said = (stderr.trim() || stdout.trim() || error.message).split("\n")[0] ?? "";
      return resolve({ kind: "failed", said });
    });
  });
}

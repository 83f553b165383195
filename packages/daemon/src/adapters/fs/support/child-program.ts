import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";

/**
 * Writes a program that imports modules of this folder, for tests that need processes of their own.
 * Answers its path.
 */
export function childProgram(directory: string, source: string): string {
  const outfile = join(directory, "child.mjs");
  buildSync({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, ".."), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
  });
  return outfile;
}

/** A process that runs such a program, and the first line that it wrote. */
export interface Child {
  readonly process: ChildProcess;
  readonly said: string;
}

/** Starts a program and waits for its first line; a program that ends without one says "". */
export function startChild(program: string, args: readonly string[]): Promise<Child> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.once("error", reject);
    const lines = createInterface(child.stdout);
    lines.once("line", (said) => resolve({ process: child, said }));
    lines.once("close", () => resolve({ process: child, said: "" }));
  });
}

/** Kills a process at once and waits until it is gone. */
export function killAtOnce(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    }
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";

/** A child of the test, and how it ended. */
export interface TestProcess {
  readonly pid: number;
  /** The pids that it printed, one a line. */
  readonly printed: readonly number[];
  readonly ended: Promise<string | number>;
}

/** Starts a shell script, and waits until it printed this many lines. */
export async function startScript(
  script: string,
  lines: number,
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Promise<TestProcess> {
  const child = spawn("sh", ["-c", script], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as string | number);
  let text = "";
  if (lines > 0) {
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (text.split("\n").length > lines) break;
    }
  }
  // A grandchild may hold the pipe, and would hold the test run with it.
  child.stdout.destroy();
  return {
    pid: child.pid ?? 0,
    printed: text.trim().split("\n").map(Number),
    ended,
  };
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestDaemon } from "./test-daemon.ts";

const run = promisify(execFile);

/** A file of a session's terminal in the daemon's runtime directory. */
export function runtimeFile(daemon: TestDaemon, id: string, name: string): string {
  return join(daemon.stateDir, "tmux", shortId(id), name);
}

/** Asks the tmux server of one session directly, behind the daemon's back. */
export async function askTmux(daemon: TestDaemon, id: string, ...args: string[]): Promise<string> {
  const socket = join(daemon.stateDir, "tmux", `${shortId(id)}.sock`);
  const { stdout } = await run("tmux", ["-u", "-S", socket, ...args], { timeout: 60_000 });
  return stdout;
}

function shortId(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

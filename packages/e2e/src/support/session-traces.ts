import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestDaemon } from "./test-daemon.ts";

const exec = promisify(execFile);

/** The names of the files below a part of the state directory; none where it is not there. */
export async function stateFiles(daemon: TestDaemon, part: string): Promise<string[]> {
  return readdir(join(daemon.stateDir, part)).catch(() => []);
}

/** The socket of a session's own tmux server: the id's 16 bytes as base64url. */
export function socketOf(daemon: TestDaemon, id: string): string {
  const short = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
  return join(daemon.stateDir, "tmux", `${short}.sock`);
}

/** Asks a session's own tmux server, behind the daemon's back. */
export async function tmux(daemon: TestDaemon, id: string, ...args: string[]): Promise<string> {
  const words = ["-S", socketOf(daemon, id), ...args];
  const { stdout } = await exec("tmux", words, { timeout: 10_000, env: daemon.env });
  return stdout.trim();
}

/** The sessions whose tmux server answers. */
export async function liveTmuxSessions(daemon: TestDaemon): Promise<string[]> {
  const names: string[] = [];
  for (const file of await stateFiles(daemon, "tmux")) {
    if (!file.endsWith(".sock")) continue;
    const words = ["-S", join(daemon.stateDir, "tmux", file), "list-sessions", "-F", "#S"];
    const answer = await exec("tmux", words, { timeout: 10_000 }).catch(() => ({ stdout: "" }));
    names.push(...answer.stdout.split("\n").filter((name) => name !== ""));
  }
  return names.map((name) => name.replace(/^maestro-/, ""));
}

/** Every process that has this text in its environment or command line, the daemon aside. */
export async function processesOf(daemon: TestDaemon, text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === daemon.pid) continue;
    const read = (file: string): Promise<string> =>
      readFile(join("/proc", name, file), "utf8").catch(() => "");
    if (`${await read("environ")}\0${await read("cmdline")}`.includes(text)) {
      found.push(Number(name));
    }
  }
  return found;
}

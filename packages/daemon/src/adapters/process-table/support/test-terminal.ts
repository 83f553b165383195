import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./until.ts";

// As the product's wrapper does: runs the command as a child in its own process group, then waits.
const HOLD = 'trap : INT QUIT\n"$@"\nread -r _\n';

/** A private tmux server with one pane, whose process is a wrapper around the command. */
export interface TestTerminal {
  readonly directory: string;
  readonly panePid: number;
  readonly serverPid: number;
  keys(...keys: readonly string[]): void;
  tmux(...args: readonly string[]): string;
  end(): Promise<void>;
}

/** Starts a command in a terminal of its own, in a new directory that is also its HOME. */
export function startTerminal(command: readonly string[], session: string): TestTerminal {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "maestro-processes-")));
  const hold = join(directory, "hold.sh");
  writeFileSync(hold, HOLD);
  const socket = join(directory, "tmux.sock");
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      cwd: directory,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: directory,
        LC_ALL: "C.UTF-8",
        TERM: "xterm",
        // A bash that is hung up writes its history, after its terminal is gone.
        HISTFILE: "/dev/null",
        MAESTRO_SESSION_ID: session,
      },
      encoding: "utf8",
      timeout: 10_000,
    }).trim();
  tmux("new-session", "-d", "-s", `maestro-${session}`, "--", "sh", hold, ...command);
  const panePid = Number(tmux("display", "-p", "#{pane_pid}"));
  const serverPid = Number(tmux("display", "-p", "#{pid}"));
  return {
    directory,
    panePid,
    serverPid,
    keys: (...keys) => void tmux("send-keys", ...keys),
    tmux,
    end: async () => {
      tmux("kill-server");
      // Until they are gone they still write into the directory, and its removal would fail.
      await until(() => isGone(serverPid) && isGone(panePid));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

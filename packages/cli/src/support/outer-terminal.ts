import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { CLI, type CliCall, cliEnv } from "./run-cli.ts";

const exec = promisify(execFile);

/** A real terminal for the CLI to run in: a tmux of its own, which also answers queries. */
export class OuterTerminal {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Runs the CLI between two marks; behind it stays a shell, to see what the terminal is left as. */
  static async run(words: readonly string[], call: CliCall): Promise<OuterTerminal> {
    // A socket of its own: a server that was just ended still answers at its socket for a moment.
    const socket = join(call.stateDir, `outer-${randomBytes(4).toString("hex")}`);
    const terminal = new OuterTerminal(socket);
    const script = `echo BEFORE; "$0" "$@"; echo "code=$?"; stty -a | grep -o -- '-\\?icanon'; exec cat`;
    const size = ["-x", "80", "-y", "24"];
    const command = ["sh", "-c", script, process.execPath, CLI, ...words];
    await terminal.#tmux(["-f", "/dev/null", "new-session", "-d", ...size, "--", ...command], call);
    return terminal;
  }

  /** What the terminal shows, with its scrollback. */
  async shows(): Promise<string> {
    return this.#tmux(["capture-pane", "-p", "-J", "-S", "-200"]);
  }

  /** A tmux format of the terminal: `#{alternate_on}` and its like. */
  async format(format: string): Promise<string> {
    return (await this.#tmux(["display-message", "-p", format])).trim();
  }

  /** The process id of the CLI, the only child of the pane's shell. */
  async cliPid(): Promise<number> {
    const shell = await this.format("#{pane_pid}");
    const { stdout } = await exec("ps", ["-A", "-o", "pid=,ppid="], { timeout: 10_000 });
    const rows = stdout.split("\n").map((row) => row.trim().split(/\s+/));
    const pid = rows.find(([, parent]) => parent === shell)?.[0];
    if (pid === undefined) throw new Error("the CLI does not run");
    return Number(pid);
  }

  /** Keys by their tmux names. */
  async press(...keys: string[]): Promise<void> {
    await this.#tmux(["send-keys", ...keys]);
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#tmux(["resize-window", "-x", String(cols), "-y", String(rows)]);
  }

  async close(): Promise<void> {
    await this.#tmux(["kill-server"]).catch(() => {});
  }

  async #tmux(args: readonly string[], call?: CliCall): Promise<string> {
    const env = call === undefined ? process.env : cliEnv(call);
    const { stdout } = await exec("tmux", ["-S", this.#socket, ...args], { env, timeout: 10_000 });
    return stdout;
  }
}

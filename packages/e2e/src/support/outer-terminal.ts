import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CliHome } from "./cli-home.ts";
import { eventually } from "./test-daemon.ts";

const exec = promisify(execFile);

/** A terminal with a shell's worth of room around the CLI: a tmux of the test's own. */
export class OuterTerminal {
  readonly #socket: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(socket: string, env: Readonly<Record<string, string>>) {
    this.#socket = socket;
    this.#env = env;
  }

  /**
   * Runs the CLI between the terminal's settings before and after; behind it `cat` stays, so that
   * one can see what is typed.
   */
  static async run(
    cli: CliHome,
    words: readonly string[],
    { name = "outer", env = {} }: { name?: string; env?: Readonly<Record<string, string>> } = {},
  ): Promise<OuterTerminal> {
    const socket = join(cli.home, `${name}.sock`);
    const terminal = new OuterTerminal(socket, { ...cli.env, ...env });
    const script =
      'a=$(stty -g); "$0" "$@"; echo "code=$?"; [ "$a" = "$(stty -g)" ] && echo SAME; exec cat';
    const size = ["-x", "100", "-y", "30"];
    const command = ["sh", "-c", script, process.execPath, cli.program, ...words];
    await terminal.#tmux("-f", "/dev/null", "new-session", "-d", ...size, "--", ...command);
    return terminal;
  }

  /** Waits until the terminal shows something, and answers all of it. */
  async until(text: string | RegExp): Promise<string> {
    return eventually(async () => {
      const shown = await this.#tmux("capture-pane", "-p", "-J", "-S", "-200");
      if (!new RegExp(text).test(shown)) throw new Error(`not shown: ${text}\n${shown}`);
      return shown;
    });
  }

  /** Types a text, then keys by their tmux names. */
  async type(text: string, ...keys: string[]): Promise<void> {
    if (text !== "") await this.#tmux("send-keys", "-l", "--", text);
    if (keys.length > 0) await this.#tmux("send-keys", ...keys);
  }

  /** A tmux format of the terminal. */
  async format(format: string): Promise<string> {
    return (await this.#tmux("display-message", "-p", format)).trim();
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#tmux("resize-window", "-x", `${cols}`, "-y", `${rows}`);
  }

  /** Takes the terminal away, as closing a window does. */
  async close(): Promise<void> {
    await this.#tmux("kill-server");
  }

  async #tmux(...args: string[]): Promise<string> {
    const words = ["-S", this.#socket, ...args];
    return (await exec("tmux", words, { env: this.#env, timeout: 10_000 })).stdout;
  }
}

import type { CreateSession, Session } from "@maestro/protocol";
import { AttachedClient } from "./attached-client.ts";
import { askTmux } from "./session-tmux.ts";
import { differencesSinceAttach } from "./terminal-differences.ts";
import type { TestDaemon } from "./test-daemon.ts";

/** A key press (or none) and what the screen then comes to. */
export interface Step {
  readonly type?: string;
  readonly until: string | RegExp;
}

/** A program in a session that waited for its first client before it wrote anything. */
export class WatchedProgram {
  readonly session: Session;
  /** The client that has seen every byte. */
  readonly first: AttachedClient;
  readonly late: AttachedClient[] = [];
  readonly #daemon: TestDaemon;

  private constructor(daemon: TestDaemon, session: Session, first: AttachedClient) {
    this.#daemon = daemon;
    this.session = session;
    this.first = first;
  }

  static async start(
    daemon: TestDaemon,
    argv: readonly string[],
    request: Partial<CreateSession> = {},
  ): Promise<WatchedProgram> {
    const gate =
      'stty -echo; printf "waiting"; read -r go; stty echo; printf "\\r\\033[K"; exec "$@"';
    const command = ["/bin/sh", "-c", gate, "sh", ...argv];
    const session = await daemon.create({ cols: 80, rows: 24, ...request, command });
    const first = await AttachedClient.open(daemon, session.id);
    await first.untilScreen("waiting");
    first.type("\r");
    return new WatchedProgram(daemon, session, first);
  }

  /** Goes through the steps; at each one client comes in the middle of it, and one behind it. */
  async drive(steps: readonly Step[]): Promise<void> {
    for (const { type, until } of steps) {
      if (type !== undefined) this.first.type(type);
      await this.join();
      await this.first.untilScreen(until);
      await this.join();
    }
  }

  /** Lets another client in, which changes the size if it claims one. */
  async join(claim: { readonly cols?: number; readonly rows?: number } = {}): Promise<void> {
    this.late.push(await AttachedClient.open(this.#daemon, this.session.id, claim));
  }

  /** What any client that came late shows or got differently, after the program's end. */
  async differences(): Promise<string[]> {
    await Promise.all([this.first, ...this.late].map((client) => client.untilEnded()));
    const found: string[] = [];
    for (const [at, client] of this.late.entries()) {
      const differences = await differencesSinceAttach(this.first, client);
      found.push(...differences.map((text) => `client ${at + 1} ${text}`));
    }
    return found;
  }

  /** The screen as tmux itself has it, and where its cursor is. */
  async tmux(): Promise<{ readonly screen: string; readonly cursor: string }> {
    const ask = (...args: string[]): Promise<string> =>
      askTmux(this.#daemon, this.session.id, ...args);
    const screen = await ask("capture-pane", "-p", "-t", "%0");
    const lines = screen.replace(/\n$/, "").split("\n");
    return {
      screen: lines.map((line) => line.trimEnd()).join("\n"),
      cursor: (await ask("display-message", "-p", "-t", "%0", "#{cursor_x},#{cursor_y}")).trim(),
    };
  }
}

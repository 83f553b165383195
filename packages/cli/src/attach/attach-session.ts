import {
  attachTerminal,
  type Connection,
  retryDelayMs,
  type TerminalStream,
} from "@maestro/client";
import type { AttachServerFrame, Exit } from "@maestro/protocol";
import { type DetachKey, DetachScanner } from "./detach-key.ts";
import type { LocalTerminal } from "./local-terminal.ts";
import { QueryFilter } from "./query-filter.ts";
import { banner, freshScreen } from "./terminal-modes.ts";

/** How an attached view ended. */
export type AttachOutcome =
  | { readonly kind: "detached" }
  | { readonly kind: "hung-up" }
  | { readonly kind: "ended"; readonly exit: Exit | null }
  /** Somebody ended or dismissed the session: there is nothing to come back to. */
  | { readonly kind: "removed" }
  /** The daemon said no, or the connection broke and did not come back. */
  | { readonly kind: "failed"; readonly code: string | null; readonly message: string };

/** What to attach, and how to leave it. */
export interface AttachPlan {
  readonly connection: Connection;
  readonly id: string;
  readonly title: string;
  readonly detachKey: DetachKey;
}

/** The close code of a daemon that has no more to say; one that only stops goes away with another. */
const NOTHING_MORE = 1000;
/** A daemon that restarts is back within seconds; after that the person wants the shell back. */
const GIVE_UP_AFTER_MS = 15_000;
/** Somebody sits in front of it: a try that fails costs less than waiting for the next. */
const LONGEST_WAIT_MS = 1_000;

const LOST = "Connection lost. Sessions go on; keys are not sent. Trying again";

/** Shows a session in the person's terminal until they leave, it ends, or the daemon stays away. */
export function attachSession(terminal: LocalTerminal, plan: AttachPlan): Promise<AttachOutcome> {
  return new Promise((resolve) => {
    const view = new AttachedView(terminal, plan, (outcome) => {
      terminal.leave();
      resolve(outcome);
    });
    view.start();
  });
}

class AttachedView {
  readonly #terminal: LocalTerminal;
  readonly #plan: AttachPlan;
  readonly #finish: (outcome: AttachOutcome) => void;
  readonly #scanner: DetachScanner;
  #filter = new QueryFilter();
  #stream: TerminalStream | null = null;
  #refusal: { code: string; message: string } | null = null;
  /** When the connection was lost, or null while it stands. */
  #lostAt: number | null = null;
  #everAttached = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(terminal: LocalTerminal, plan: AttachPlan, finish: (outcome: AttachOutcome) => void) {
    this.#terminal = terminal;
    this.#plan = plan;
    this.#finish = finish;
    this.#scanner = new DetachScanner(plan.detachKey);
  }

  start(): void {
    this.#terminal.enter(this.#plan.title, {
      typed: (bytes) => this.#typed(bytes),
      resized: () => this.#stream?.resize(this.#terminal.cols, this.#terminal.rows),
      hungUp: () => this.#end({ kind: "hung-up" }),
    });
    this.#connect();
  }

  #connect(): void {
    const { cols, rows } = this.#terminal;
    this.#stream = attachTerminal(
      this.#plan.connection,
      { id: this.#plan.id, cols, rows },
      {
        frame: (frame) => this.#framed(frame),
        bytes: (bytes) => {
          if (!this.#over) this.#terminal.write(this.#filter.filter(bytes));
        },
        closed: ({ code, reason }) => {
          if (code === NOTHING_MORE && this.#everAttached) this.#end({ kind: "removed" });
          else this.#lost(reason);
        },
      },
    );
  }

  #typed(bytes: Uint8Array): void {
    const end = this.#scanner.find(bytes);
    const input = end === null ? bytes : bytes.subarray(0, end);
    // While the connection is lost keys are not kept: what they were meant for is not on the screen.
    if (input.length > 0 && this.#lostAt === null) this.#stream?.input(Uint8Array.from(input));
    if (end !== null) this.#end({ kind: "detached" });
  }

  #framed(frame: AttachServerFrame): void {
    switch (frame.type) {
      case "attached":
        this.#everAttached = true;
        this.#lostAt = null;
        this.#failures = 0;
        this.#stream?.focus(true);
        return this.#startAfresh();
      case "resync":
        return this.#startAfresh();
      case "ended":
        return this.#end({ kind: "ended", exit: frame.exit });
      case "error":
        this.#refusal = frame;
        return;
      case "live":
      case "resized":
        return;
    }
    frame satisfies never;
  }

  /** A snapshot follows: half a sequence of what came before must not run into it. */
  #startAfresh(): void {
    this.#filter = new QueryFilter();
    if (!this.#over) this.#terminal.write(freshScreen(this.#terminal.rows));
  }

  #lost(reason: string): void {
    if (this.#over) return;
    if (this.#refusal !== null) return this.#end({ kind: "failed", ...this.#refusal });
    const now = Date.now();
    this.#lostAt ??= now;
    if (!this.#everAttached || now - this.#lostAt > GIVE_UP_AFTER_MS) {
      const message = this.#everAttached ? "Connection lost. The session goes on." : reason;
      return this.#end({ kind: "failed", code: null, message });
    }
    this.#terminal.write(banner(this.#terminal.rows, LOST));
    const wait = Math.min(retryDelayMs(this.#failures++), LONGEST_WAIT_MS);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #end(outcome: AttachOutcome): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#finish(outcome);
  }
}

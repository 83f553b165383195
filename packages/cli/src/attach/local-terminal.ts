import { writeSync } from "node:fs";
import { constants } from "node:os";
import type { ReadStream, WriteStream } from "node:tty";
import { enterSequence, leaveSequence } from "./terminal-modes.ts";

/** What the person's terminal does while it is attached. */
export interface LocalTerminalListener {
  typed(bytes: Uint8Array): void;
  resized(): void;
  /** The terminal went away. */
  hungUp(): void;
}

/** Standard output where it is a terminal. */
type Output = WriteStream & { readonly fd: number };

/** How long a terminal that is full gets to take the last few bytes: half a second. */
const TRY_AGAIN_MS = 5;
const MAX_TRIES = 100;

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * The person's terminal in raw mode. It is put back whatever happens: on `leave`, on signals, on a
 * crash, and by the process's own end.
 */
export class LocalTerminal {
  readonly #input: ReadStream;
  readonly #output: Output;
  #entered = false;

  constructor(input: ReadStream, output: Output) {
    this.#input = input;
    this.#output = output;
  }

  get cols(): number {
    return clamp(this.#output.columns);
  }

  get rows(): number {
    return clamp(this.#output.rows);
  }

  enter(title: string, listener: LocalTerminalListener): void {
    this.#entered = true;
    this.#input.setRawMode(true);
    this.#input.on("data", (bytes: Buffer) => listener.typed(bytes));
    this.#input.on("end", () => listener.hungUp());
    this.#input.on("error", () => listener.hungUp());
    this.#output.on("error", () => listener.hungUp());
    this.#output.on("resize", () => listener.resized());
    process.on("exit", () => this.leave());
    process.on("uncaughtExceptionMonitor", () => this.leave());
    for (const signal of ENDING_SIGNALS) {
      process.once(signal, () => {
        this.leave();
        process.exit(128 + constants.signals[signal]);
      });
    }
    this.write(enterSequence(this.rows, title));
  }

  write(data: string | Uint8Array): void {
    this.#output.write(data);
  }

  /** Puts the terminal back; a second call does nothing. Synchronous, for the last moment. */
  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#input.pause();
    this.#input.removeAllListeners("data");
    // Each on its own: a terminal that takes nothing more can still be made to edit lines again.
    attempt(() => writeAll(this.#output.fd, leaveSequence(this.rows)));
    attempt(() => this.#input.setRawMode(false));
  }
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // The terminal is gone, and with it what was to be put back.
  }
}

/** Writes at once; another program on the same terminal may have made it one that says "later". */
function writeAll(fd: number, text: string): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0; tries++) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || tries >= MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
    }
  }
}

/** A size that the daemon accepts; a terminal that does not know its own is taken for 80 × 24. */
function clamp(size: number | undefined): number {
  return Math.min(1000, Math.max(2, size ?? 24));
}

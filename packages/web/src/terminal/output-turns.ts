/** A pane whose output may wait. */
export interface WaitingPane {
  /** Hands some of what waits to the emulator; answers how many bytes that were. */
  writeSome(atMost: number): number;
  readonly waits: boolean;
}

/** Twenty pictures a second: enough to follow what nobody types into. */
const TURN_MS = 50;

/** A key is echoed and painted in this time, as a rule; no turn is to come between. */
const ECHO_MS = 30;

/** Whoever types without a pause does not stop the others for longer. */
const LONGEST_PAUSE_MS = 150;

/** While somebody types, a turn takes few milliseconds, painting included. */
const BYTES_BESIDE_TYPING = 16 * 1024;
const BYTES = 64 * 1024;

/** A person who types pauses for less than this between two keys. */
const TYPING_MS = 1000;

/**
 * Lets the panes that nobody types into have their output parsed by turns. Each emulator would take
 * 12 ms at a time for itself, and several that flood would leave nothing for the keys.
 */
export class OutputTurns {
  readonly #panes = new Set<WaitingPane>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = -Infinity;
  #typed = -Infinity;

  /** Gives a pane its turn: at once where there was none for a while. */
  ask(pane: WaitingPane): void {
    this.#panes.add(pane);
    if (this.#timer === null) this.#goOn();
  }

  forget(pane: WaitingPane): void {
    this.#panes.delete(pane);
  }

  /** Somebody pressed a key: its echo comes first. */
  typed(): void {
    this.#typed = performance.now();
  }

  #goOn(): void {
    this.#timer = null;
    const now = performance.now();
    const afterEcho = Math.min(this.#typed + ECHO_MS, this.#last + LONGEST_PAUSE_MS);
    const wait = Math.max(this.#last + TURN_MS, afterEcho) - now;
    if (wait <= 0) this.#turn(now);
    // Less than a millisecond would be none.
    if (this.#panes.size > 0) {
      this.#timer = setTimeout(() => this.#goOn(), wait <= 0 ? TURN_MS : Math.ceil(wait));
    }
  }

  #turn(now: number): void {
    this.#last = now;
    let left = now - this.#typed < TYPING_MS ? BYTES_BESIDE_TYPING : BYTES;
    const panes = Array.from(this.#panes);
    for (const pane of panes) {
      if (left <= 0) break;
      // Whoever still waits goes to the end of the queue.
      this.#panes.delete(pane);
      left -= pane.writeSome(left);
      if (pane.waits) this.#panes.add(pane);
    }
  }
}

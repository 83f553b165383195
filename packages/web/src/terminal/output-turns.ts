/** A pane whose output may wait. */
export interface WaitingPane {
  /** Hands some of what waits to the emulator; answers how many bytes that were. */
  writeSome(atMost: number): number;
  readonly waits: boolean;
}

/** Twenty pictures a second: enough to follow what nobody types into. */
const TURN_MS = 50;

/** Parsed and painted in a few milliseconds, so that a key never waits for longer. */
const TURN_BYTES = 16 * 1024;

/**
 * Lets the panes that nobody types into have their output parsed by turns. Each emulator would take
 * 12 ms at a time for itself, and several that flood would leave nothing for the keys.
 */
export class OutputTurns {
  readonly #panes = new Set<WaitingPane>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = -Infinity;

  /** Gives a pane its turn: at once where there was none for a while. */
  ask(pane: WaitingPane): void {
    this.#panes.add(pane);
    this.#arrange();
  }

  forget(pane: WaitingPane): void {
    this.#panes.delete(pane);
  }

  #arrange(): void {
    if (this.#timer !== null || this.#panes.size === 0) return;
    const due = this.#last + TURN_MS - performance.now();
    if (due <= 0) this.#turn();
    else this.#timer = setTimeout(() => this.#turn(), due);
  }

  #turn(): void {
    this.#timer = null;
    this.#last = performance.now();
    let left = TURN_BYTES;
    const panes = Array.from(this.#panes);
    for (const pane of panes) {
      if (left <= 0) break;
      // Whoever still waits goes to the end of the queue.
      this.#panes.delete(pane);
      left -= pane.writeSome(left);
      if (pane.waits) this.#panes.add(pane);
    }
    this.#arrange();
  }
}

/** Where the frames of one subscriber go. */
export interface EventSink {
  /** Calls back when the network took the frame, or never will. */
  send(frame: Uint8Array, taken: () => void): void;
  readonly queuedBytes: number;
}

/** How much may wait for one subscriber. */
export interface EventBounds {
  readonly queuedEvents: number;
  readonly queuedEventBytes: number;
}

/**
 * One subscriber of the event stream. When too much waits for it, it gets nothing more until all of
 * that is gone, and then starts anew with a snapshot: it costs bounded memory, and no event from
 * before a snapshot comes after it.
 */
export class EventSubscriber {
  readonly #sink: EventSink;
  readonly #bounds: EventBounds;
  /** Frames of a fresh start, made at the moment of the call. */
  readonly #startAnew: () => readonly Uint8Array[];
  #waiting = 0;
  #lagging = false;

  constructor(sink: EventSink, bounds: EventBounds, startAnew: () => readonly Uint8Array[]) {
    this.#sink = sink;
    this.#bounds = bounds;
    this.#startAnew = startAnew;
  }

  offer(frame: Uint8Array): void {
    if (this.#lagging) return;
    const full =
      this.#waiting >= this.#bounds.queuedEvents ||
      (this.#waiting > 0 && this.#sink.queuedBytes > this.#bounds.queuedEventBytes);
    if (full) this.#lagging = true;
    else this.send(frame);
  }

  /** Sends whatever the bounds say. */
  send(frame: Uint8Array): void {
    this.#waiting += 1;
    this.#sink.send(frame, () => this.#taken());
  }

  #taken(): void {
    this.#waiting -= 1;
    if (!this.#lagging || this.#waiting > 0) return;
    // Snapshot and return to the stream in one tick: nothing can fall in between.
    this.#lagging = false;
    for (const frame of this.#startAnew()) this.send(frame);
  }
}

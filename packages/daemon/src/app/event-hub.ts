import type { StreamEvent } from "./operations.ts";

type Unnumbered<E> = E extends StreamEvent ? Omit<E, "seq"> : never;

/** An event without its place in the stream. */
export type NewEvent = Unnumbered<StreamEvent>;

/** Numbers events and hands each to every listener, in one order for all. */
export class EventHub {
  readonly #run: string;
  readonly #listeners = new Set<(event: StreamEvent) => void>();
  #last = 0;

  /** `run` tells this run of the daemon from every other. */
  constructor(run: string) {
    this.#run = run;
  }

  /** The place of the last event. */
  get seq(): string {
    return `${this.#run}-${this.#last}`;
  }

  /** The place of the last event as a number, for comparing within this run. */
  get place(): number {
    return this.#last;
  }

  /** Takes a place in the stream without saying anything there: for a change that nobody is shown. */
  advance(): number {
    return ++this.#last;
  }

  /** The number of a place that a client sent; one of an earlier run, or none, is before everything. */
  placeOf(seq: string): number {
    const [run, number] = seq.split("-");
    return run === this.#run && number !== undefined && /^\d+$/.test(number) ? Number(number) : -1;
  }

  publish(event: NewEvent): void {
    this.#last++;
    const numbered = { ...event, seq: this.seq } as StreamEvent;
    for (const listener of this.#listeners) listener(numbered);
  }

  listen(listener: (event: StreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

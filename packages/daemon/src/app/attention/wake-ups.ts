import type { SessionId } from "../../domain/session.ts";
import type { Clock } from "../../ports/clock.ts";

/** A timer may fire a little early by the clock it is compared with. */
const MARGIN_MS = 10;

/** One timer for each session, for the earliest time at which it has to be looked at again. */
export class WakeUps {
  readonly #clock: Clock;
  readonly #wake: (id: SessionId) => void;
  readonly #pending = new Map<SessionId, { readonly at: number; readonly timer: NodeJS.Timeout }>();

  constructor(clock: Clock, wake: (id: SessionId) => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes at this time, or earlier where that was asked for already. */
  at(id: SessionId, at: number): void {
    const pending = this.#pending.get(id);
    if (pending !== undefined && pending.at <= at) return;
    this.forget(id);
    const timer = setTimeout(
      () => {
        this.#pending.delete(id);
        this.#wake(id);
      },
      Math.max(0, at - this.#clock.now()) + MARGIN_MS,
    );
    timer.unref();
    this.#pending.set(id, { at, timer });
  }

  forget(id: SessionId): void {
    clearTimeout(this.#pending.get(id)?.timer);
    this.#pending.delete(id);
  }
}

import type { SessionId } from "../../domain/session.ts";
import type { Clock } from "../../ports/clock.ts";

/** How long a focus holds that no connection stands for. */
const LEASE_MS = 30_000;

interface Focused {
  /** The attached clients that look at it. */
  readonly holders: Set<object>;
  leaseUntil: number;
  since: number;
}

/** Which sessions somebody looks at now, and since when. */
export class FocusRegistry {
  readonly #clock: Clock;
  readonly #sessions = new Map<SessionId, Focused>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Somebody arrived, or says so again: the clock of the focus starts anew. */
  gain(id: SessionId, holder: object | null): void {
    const focused = this.#sessions.get(id) ?? { holders: new Set(), leaseUntil: 0, since: 0 };
    const now = this.#clock.now();
    if (holder === null) focused.leaseUntil = now + LEASE_MS;
    else focused.holders.add(holder);
    focused.since = now;
    this.#sessions.set(id, focused);
  }

  lose(id: SessionId, holder: object | null): void {
    const focused = this.#sessions.get(id);
    if (focused === undefined) return;
    if (holder === null) focused.leaseUntil = 0;
    else focused.holders.delete(holder);
    this.#dropIfOver(id, focused);
  }

  /** Since when somebody has been looking, or null. */
  since(id: SessionId): number | null {
    const focused = this.#sessions.get(id);
    if (focused === undefined) return null;
    this.#dropIfOver(id, focused);
    return this.#sessions.get(id)?.since ?? null;
  }

  forget(id: SessionId): void {
    this.#sessions.delete(id);
  }

  #dropIfOver(id: SessionId, { holders, leaseUntil }: Focused): void {
    if (holders.size === 0 && leaseUntil <= this.#clock.now()) this.#sessions.delete(id);
  }
}

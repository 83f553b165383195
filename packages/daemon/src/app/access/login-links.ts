import type { Clock } from "../../ports/clock.ts";
import { fingerprintOf, newSecret } from "./secrets.ts";

const LIFETIME_MS = 10 * 60_000;

/** More than a person opens in ten minutes; the oldest gives way. */
const MOST_OPEN = 100;

/** A code that signs one browser in. */
export interface LoginCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** The codes that were handed out and not used yet. They live in memory: a restart voids them. */
export class LoginLinks {
  readonly #expiries = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  create(): LoginCode {
    const code = newSecret();
    const expiresAt = this.#clock.now() + LIFETIME_MS;
    this.#expiries.set(fingerprintOf(code), expiresAt);
    const oldest = this.#expiries.keys().next();
    if (this.#expiries.size > MOST_OPEN && !oldest.done) this.#expiries.delete(oldest.value);
    return { code, expiresAt };
  }

  /** True once per code. Synchronous, so that two askers at once cannot both be first. */
  redeem(code: string): boolean {
    const key = fingerprintOf(code);
    const expiresAt = this.#expiries.get(key);
    this.#expiries.delete(key);
    return expiresAt !== undefined && this.#clock.now() < expiresAt;
  }
}

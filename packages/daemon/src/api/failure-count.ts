/** One minute: long enough to slow a guesser, short enough that nobody stays locked out. */
const WINDOW_MS = 60_000;

/** Addresses kept at once; beyond, all of them start anew. */
const MOST_ADDRESSES = 1_000;

/**
 * Counts wrong tokens by address. Only failures are slowed: the right token is always let in, since
 * every program on this machine shares the owner's address and could otherwise lock the owner out.
 */
export class FailureCount {
  readonly #most: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, { readonly since: number; count: number }>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Notes one more, and says whether that is still tolerable. */
  add(address: string): "tolerable" | "first-too-many" | "too-many" {
    const now = this.#now();
    let window = this.#windows.get(address);
    if (window === undefined || now - window.since >= WINDOW_MS) {
      if (this.#windows.size >= MOST_ADDRESSES) this.#windows.clear();
      window = { since: now, count: 0 };
      this.#windows.set(address, window);
    }
    window.count += 1;
    if (window.count <= this.#most) return "tolerable";
    return window.count === this.#most + 1 ? "first-too-many" : "too-many";
  }
}

import { ruleSize, sameSize } from "../../domain/pane-size.ts";
import type { Size } from "../../domain/session.ts";

/** Sizes follow each other at most this fast: every change makes the program draw anew. */
const MIN_INTERVAL_MS = 120;

/**
 * Which size a pane has: the rule over what its clients claim, told to the terminal only when it
 * changes, and never in a storm.
 */
export class PaneSizing {
  readonly #claims = new Map<object, Size>();
  readonly #apply: (size: Size, before: Size) => Promise<void>;
  #current: Size;
  #running = false;

  /** `apply` tells the terminal; a rejection leaves the size as it was. */
  constructor(size: Size, apply: (size: Size, before: Size) => Promise<void>) {
    this.#current = size;
    this.#apply = apply;
  }

  get current(): Size {
    return this.#current;
  }

  claim(client: object, size: Size): void {
    this.#claims.set(client, size);
    this.#settle();
  }

  release(client: object): void {
    if (this.#claims.delete(client)) this.#settle();
  }

  /** The pane was found to have this size. */
  found(size: Size): void {
    this.#current = size;
  }

  /** Tells a pane that was found to have another size what its clients claim. */
  insist(): void {
    this.#settle();
  }

  #wanted(): Size | null {
    const rule = ruleSize(this.#claims.values());
    return rule === null || sameSize(rule, this.#current) ? null : rule;
  }

  #settle(): void {
    if (this.#running || this.#wanted() === null) return;
    void this.#follow();
  }

  async #follow(): Promise<void> {
    this.#running = true;
    let refused: Size | null = null;
    for (let next = this.#wanted(); next !== null; next = this.#wanted()) {
      // What was refused is not tried again before somebody claims something else.
      if (refused !== null && sameSize(next, refused)) break;
      const before = this.#current;
      this.#current = next;
      try {
        await this.#apply(next, before);
        refused = null;
      } catch {
        this.#current = before;
        refused = next;
      }
      await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS));
    }
    // In the same tick as the last look: a claim finds either a loop that looks again or none.
    this.#running = false;
  }
}

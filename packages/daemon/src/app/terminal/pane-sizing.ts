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

  #wanted(): Size | null {
    const rule = ruleSize(this.#claims.values());
    return rule === null || sameSize(rule, this.#current) ? null : rule;
  }

  #settle(): void {
    if (this.#running || this.#wanted() === null) return;
    this.#running = true;
    void this.#follow().finally(() => {
      this.#running = false;
    });
  }

  async #follow(): Promise<void> {
    for (let next = this.#wanted(); next !== null; next = this.#wanted()) {
      const before = this.#current;
      this.#current = next;
      try {
        await this.#apply(next, before);
      } catch {
        this.#current = before;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS));
    }
  }
}

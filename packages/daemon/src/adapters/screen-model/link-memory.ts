import type { Link } from "./xterm-internals.ts";

const MAX_LINKS = 4096;

/**
 * Where links lead. xterm.js forgets a link when the lines it was written on are gone by its count,
 * which goes wrong where lines move within a scroll region: text then is a link to nowhere.
 */
export class LinkMemory {
  readonly #links = new Map<number, Link>();

  remember(id: number, link: Link): void {
    this.#links.set(id, link);
    if (this.#links.size <= MAX_LINKS) return;
    const [oldest] = this.#links.keys();
    if (oldest !== undefined) this.#links.delete(oldest);
  }

  get(id: number): Link | undefined {
    return this.#links.get(id);
  }
}

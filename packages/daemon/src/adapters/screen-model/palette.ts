import type { ColourEvent } from "./xterm-internals.ts";

const FOREGROUND = 256;
const BACKGROUND = 257;
const CURSOR = 258;

/**
 * The colours that a program set by OSC 4, 10, 11 and 12. xterm.js hands them to its renderer and
 * keeps none, so they are kept here.
 */
export class Palette {
  readonly #colours = new Map<number, readonly [number, number, number]>();

  /** Takes over what a program set or gave back; questions change nothing. */
  apply(events: readonly ColourEvent[]): void {
    for (const event of events) {
      if (event.type === 1 && event.index !== undefined && event.color !== undefined)
        this.#colours.set(event.index, event.color);
      else if (event.type === 2) this.#restore(event.index);
    }
  }

  /** The sequences that set the same colours again. */
  sequences(): string {
    const indexed: string[] = [];
    const special: string[] = [];
    for (const [index, colour] of [...this.#colours].sort(([a], [b]) => a - b)) {
      const text = `rgb:${colour.map((part) => part.toString(16).padStart(2, "0")).join("/")}`;
      if (index < FOREGROUND) indexed.push(`${index};${text}`);
      else if (index === FOREGROUND) special.push(`\x1b]10;${text}\x1b\\`);
      else if (index === BACKGROUND) special.push(`\x1b]11;${text}\x1b\\`);
      else if (index === CURSOR) special.push(`\x1b]12;${text}\x1b\\`);
    }
    const palette = indexed.length === 0 ? "" : `\x1b]4;${indexed.join(";")}\x1b\\`;
    return palette + special.join("");
  }

  #restore(index: number | undefined): void {
    if (index !== undefined) this.#colours.delete(index);
    else for (const key of this.#colours.keys()) if (key < FOREGROUND) this.#colours.delete(key);
  }
}

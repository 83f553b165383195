import { parseStat } from "./parse-stat.ts";
import type { ProcessRow } from "./process-row.ts";

interface Remembered {
  readonly bytes: Buffer;
  readonly row: ProcessRow | null;
  look: number;
}

/**
 * What was read of processes at the last look. The file of a process that slept since says the same
 * byte for byte, and is then not parsed again: a hundred idle sessions made a megabyte of garbage
 * with every tick, and collecting it cost more than the reading.
 */
export class StatMemory {
  readonly #known = new Map<number, Remembered>();
  #look = 0;

  /** The row that a process's `stat` stands for, or null where it is none. */
  parse(pid: number, bytes: Buffer): ProcessRow | null {
    const known = this.#known.get(pid);
    if (known?.bytes.equals(bytes) === true) {
      known.look = this.#look;
      return known.row;
    }
    const row = parseStat(bytes);
    this.#known.set(pid, { bytes: Buffer.from(bytes), row, look: this.#look });
    return row;
  }

  /** Ends a look: what it did not come across is forgotten. */
  endLook(): void {
    for (const [pid, { look }] of this.#known) {
      if (look !== this.#look) this.#known.delete(pid);
    }
    this.#look++;
  }
}

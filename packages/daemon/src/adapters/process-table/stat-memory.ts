import { parseStat } from "./parse-stat.ts";
import { readProcFile } from "./proc-files.ts";
import type { ProcessRow } from "./process-row.ts";

interface Remembered {
  readonly path: string;
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

  /** The row that a process's `stat` stands for, or null where there is none. */
  read(pid: number): ProcessRow | null {
    const known = this.#known.get(pid);
    const path = known?.path ?? `/proc/${pid}/stat`;
    const bytes = readProcFile(path);
    if (bytes === null) return null;
    if (known?.bytes.equals(bytes) === true) {
      known.look = this.#look;
      return known.row;
    }
    const row = parseStat(bytes);
    this.#known.set(pid, { path, bytes: Buffer.from(bytes), row, look: this.#look });
    return row;
  }

  /**
   * Whether a process did nothing at all since it was read last. Its file tells its CPU, but also
   * the pages it touched: one that forked has touched some, and so has no child that is not known.
   */
  isUnchanged(pid: number): boolean {
    const known = this.#known.get(pid);
    if (known === undefined) return false;
    const bytes = readProcFile(known.path);
    if (bytes === null || !known.bytes.equals(bytes)) return false;
    known.look = this.#look;
    return true;
  }

  /** Ends a look: what it did not come across is forgotten. */
  endLook(): void {
    for (const [pid, { look }] of this.#known) {
      if (look !== this.#look) this.#known.delete(pid);
    }
    this.#look++;
  }
}

import type { Clock } from "../ports/clock.ts";
import type { DiskUsage } from "../ports/disk-usage.ts";

/** A size this old is told, and measured again for the next who asks. */
const FRESH_MS = 60_000;

interface Known {
  readonly bytes: number | null;
  readonly at: number;
}

/**
 * The sizes of worktrees. They are measured one after the other, in the background: whoever asks gets
 * what is known by the time that it has to answer.
 */
export class TreeSizes {
  readonly #disk: DiskUsage;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  readonly #measuring = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(disk: DiskUsage, clock: Clock) {
    this.#disk = disk;
    this.#clock = clock;
  }

  /** The size of a tree as far as it is known when `enough` resolves; null where it is not. */
  async of(path: string, enough: Promise<void>): Promise<number | null> {
    const known = this.#known.get(path);
    const isFresh = known !== undefined && this.#clock.now() - known.at < FRESH_MS;
    if (!isFresh) {
      const measured = this.#measure(path);
      // Nobody waits for a figure that is only a little newer.
      if (known === undefined) await Promise.race([measured, enough]);
    }
    return this.#known.get(path)?.bytes ?? null;
  }

  /** Forgets all trees but these. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }

  #measure(path: string): Promise<void> {
    const underWay = this.#measuring.get(path);
    if (underWay !== undefined) return underWay;
    const measured = this.#last.then(async () => {
      const bytes = await this.#disk.of(path);
      this.#known.set(path, { bytes, at: this.#clock.now() });
      this.#measuring.delete(path);
    });
    this.#measuring.set(path, measured);
    this.#last = measured;
    return measured;
  }
}

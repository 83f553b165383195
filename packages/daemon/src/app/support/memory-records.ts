import type { Loaded, RecordStore } from "../../ports/record-store.ts";
import type { Journal } from "./journal.ts";

/** How records of one kind are kept in memory. */
export interface MemoryRecordsOptions<T> {
  readonly keyOf: (record: T) => string;
  /** How a record is told in the journal. */
  readonly tell: (record: T) => string;
  readonly journal: Journal;
}

/** Records as a disk would keep them: copies, written late, and not at all where a test says so. */
export class MemoryRecords<T> implements RecordStore<T> {
  readonly disk = new Map<string, T>();
  readonly skipped: Loaded<T>["skipped"][number][] = [];
  /** While set, no record can be written or removed. */
  failure: Error | null = null;
  /** While set, writes wait for it. */
  gate: Promise<void> | null = null;
  readonly #options: MemoryRecordsOptions<T>;

  constructor(options: MemoryRecordsOptions<T>) {
    this.#options = options;
  }

  async load(): Promise<Loaded<T>> {
    const records = [...this.disk.values()].map((record) => structuredClone(record));
    return { records, skipped: this.skipped };
  }

  async write(record: T): Promise<void> {
    const { keyOf, tell, journal } = this.#options;
    const copy = structuredClone(record);
    await this.gate;
    await Promise.resolve();
    if (this.failure !== null) throw this.failure;
    this.disk.set(keyOf(copy), copy);
    journal.note(`disk: wrote ${tell(copy)}`);
  }

  async remove(key: string): Promise<void> {
    await this.gate;
    await Promise.resolve();
    if (this.failure !== null) throw this.failure;
    if (this.disk.delete(key)) this.#options.journal.note(`disk: removed ${key}`);
  }
}

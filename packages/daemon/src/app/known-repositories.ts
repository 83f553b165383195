import type { RecordStore } from "../ports/record-store.ts";

/** A repository in which maestro made worktrees, and where saved states may so be. */
export interface KnownRepository {
  readonly root: string;
}

/** The repositories that maestro has made worktrees in; it remembers them for their saved states. */
export class KnownRepositories {
  readonly #records: RecordStore<KnownRepository>;
  readonly #roots = new Set<string>();

  constructor(records: RecordStore<KnownRepository>) {
    this.#records = records;
  }

  async load(): Promise<void> {
    const { records } = await this.#records.load();
    for (const { root } of records) this.#roots.add(root);
  }

  list(): readonly string[] {
    return [...this.#roots];
  }

  /** Remembers a repository: disk, then memory. */
  async add(root: string): Promise<void> {
    if (this.#roots.has(root)) return;
    await this.#records.write({ root });
    this.#roots.add(root);
  }
}

/** What a store found on disk at start. */
export interface Loaded<T> {
  readonly records: readonly T[];
  /**
   * Keys whose file could not be used: moved aside when malformed, left alone when it is of a newer
   * version or cannot be read. What it stood for must not be taken as absent.
   */
  readonly skipped: readonly {
    readonly key: string;
    readonly reason: string;
    /** True where the file still lies under its name, so that writing this key would destroy it. */
    readonly inPlace: boolean;
  }[];
}

/** Records on disk, one file each. Writes are atomic and durable when they resolve. */
export interface RecordStore<T> {
  load(): Promise<Loaded<T>>;
  /** Rejects with `io_failed`; what was there stays intact. */
  write(record: T): Promise<void>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

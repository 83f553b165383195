/** A browser that was signed in. Times are epoch milliseconds. */
export interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of its token, as hex: what is on disk opens nothing. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

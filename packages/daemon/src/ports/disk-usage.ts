/** How much of a disk directories take. */
export interface DiskUsage {
  /** In bytes, what is below other mounts aside; null where it cannot be told, or not in time. */
  of(path: string): Promise<number | null>;
}

/** The value below which the given share (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
  return sorted[at] ?? Number.NaN;
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** A number for a table: three significant digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return value >= 1_000 ? value.toFixed(0) : value.toPrecision(3);
}

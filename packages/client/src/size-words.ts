const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** How much space something takes, in one unit: "12 kB", "1.4 GB". */
export function sizeWords(bytes: number): string {
  let amount = bytes / 1000;
  let unit: (typeof UNITS)[number] = "kB";
  for (const larger of UNITS.slice(1)) {
    if (amount < 999.5) break;
    amount /= 1000;
    unit = larger;
  }
  return `${amount < 9.95 && unit !== "kB" ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took or is ago, in one unit: "12 s", "4 min", "3 h", "2 d". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h`;
  return `${Math.floor(whole / DAY)} d`;
}

/** How long ago a moment was; clocks that differ a little never give a negative time. */
export function since(moment: string, now: number): string {
  return duration((now - Date.parse(moment)) / 1000);
}

/** How a screen's text differs from what it was. */
export type ScreenChange =
  | "same"
  /** Something was redrawn in place: a spinner, a clock, a status line. */
  | "redrawn"
  /** Lines came, and the others moved up or stayed where they were. */
  | "advanced";

/** Compares two looks at a screen: what was added to it tells more than what turns on it. */
export function compareScreens(before: readonly string[], after: readonly string[]): ScreenChange {
  const sameLength = before.length === after.length;
  if (sameLength && before.every((line, at) => line === after[at])) return "same";
  if (after.length > before.length) return "advanced";
  return hasScrolled(before, after) ? "advanced" : "redrawn";
}

/** Whether the first line with text moved up, or off the top and another one that was below took its place. */
function hasScrolled(before: readonly string[], after: readonly string[]): boolean {
  const [top] = after;
  if (top === undefined || top === before[0]) return false;
  const from = before.indexOf(top);
  if (from < 1) return false;
  // Two lines in a row that moved together are no coincidence; a blank one alone would be.
  return after[1] === before[from + 1] && (top !== "" || after[1] !== "");
}

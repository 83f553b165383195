/** Where the letters of a query are in a text, and how well they fit. Higher is better. */
export interface Match {
  readonly score: number;
  readonly at: readonly number[];
}

/**
 * Finds the letters of a query in a text in their order, those at the beginnings of words and beside
 * each other first. Null where one is missing; spaces in the query mean nothing.
 */
export function fuzzyMatch(query: string, text: string): Match | null {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, "");
  const letters = text.toLowerCase();
  if (wanted === "") return { score: 0, at: [] };
  const whole = letters.indexOf(query.toLowerCase().trim());
  if (whole !== -1) {
    const length = query.trim().length;
    const at = Array.from({ length }, (_, index) => whole + index);
    return { score: 1000 - whole + (startsWord(letters, whole) ? 500 : 0), at };
  }
  const at: number[] = [];
  let from = 0;
  let score = 0;
  for (const letter of wanted) {
    const found = nextPlace(letters, letter, from);
    if (found === -1) return null;
    if (startsWord(letters, found)) score += 8;
    if (found === from && at.length > 0) score += 5;
    score -= Math.min(found - from, 10) / 10;
    at.push(found);
    from = found + 1;
  }
  return { score, at };
}

/** The next beginning of a word with this letter where it is near, else the next such letter. */
function nextPlace(text: string, letter: string, from: number): number {
  const next = text.indexOf(letter, from);
  if (next === from || next === -1) return next;
  for (let at = next; at !== -1 && at - next < 20; at = text.indexOf(letter, at + 1)) {
    if (startsWord(text, at)) return at;
  }
  return next;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

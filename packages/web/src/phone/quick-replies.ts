const CHOICE = /^[\s│┃|]*(?:[❯›>▶*•-]\s*)?(?:\[)?([1-9])(?:[.):\]]\s*|\s{2,})\S/;
const YES_NO = /[[(]\s*y(?:es)?\s*\/\s*n(?:o)?\s*[\])]/i;

/**
 * The keys that answer what the last lines of a screen ask: the numbers of a list of choices, or y
 * and n. Nothing where the lines give none of them a meaning.
 */
export function quickReplies(lines: readonly string[]): readonly string[] {
  const numbers: number[] = [];
  for (const line of lines) {
    const number = Number(CHOICE.exec(line)?.[1] ?? 0);
    if (number === 1) numbers.length = 0;
    if (number === numbers.length + 1) numbers.push(number);
  }
  if (numbers.length >= 2) return numbers.slice(0, 5).map(String);
  return lines.some((line) => YES_NO.test(line)) ? ["y", "n"] : [];
}

/** The last lines of a screen that say something, with their indent. */
export function lastLines(screen: string, count: number): readonly string[] {
  const lines = screen.split("\n").map((line) => line.trimEnd());
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  const last = lines.slice(-count);
  while (last.length > 0 && last[0] === "") last.shift();
  return last;
}

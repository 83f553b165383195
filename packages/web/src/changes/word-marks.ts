/** A stretch of a line: where it begins and how long it is. */
export interface Stretch {
  readonly start: number;
  readonly length: number;
}

/** What differs between two lines, in each of them. */
export interface WordMarks {
  readonly before: readonly Stretch[];
  readonly after: readonly Stretch[];
}

/** Longer lines are no lines for people. */
const MOST_WORDS = 400;

/** Marks nearer to each other than this read better as one. */
const TINY_GAP = 2;

/** Where more than this part of a line is marked, the marks say no more than the line's colour. */
const MOST_MARKED = 0.7;

/** How much two lines have in common, from 0 to 1, white space aside. */
export function likeness(before: string, after: string): number {
  const [a, b] = [words(before), words(after)];
  const letters = weigh(a) + weigh(b);
  if (letters === 0 || tooLong(a, b)) return 0;
  const common = commonWords(a, b).reduce((sum, [at]) => sum + weight(a[at] ?? ""), 0);
  return (2 * common) / letters;
}

/** The words that differ between a line and the one that took its place. */
export function wordMarks(before: string, after: string): WordMarks {
  const [a, b] = [words(before), words(after)];
  if (tooLong(a, b)) return { before: [], after: [] };
  const common = commonWords(a, b);
  return {
    before: readable(stretches(a, new Set(common.map(([at]) => at))), before),
    after: readable(stretches(b, new Set(common.map(([, at]) => at))), after),
  };
}

/** Words, runs of white space, and every other character by itself. */
function words(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
}

function tooLong(a: readonly string[], b: readonly string[]): boolean {
  return a.length > MOST_WORDS || b.length > MOST_WORDS;
}

function weigh(all: readonly string[]): number {
  return all.reduce((sum, word) => sum + weight(word), 0);
}

/** Brackets and dots that two lines share make them no more alike than spaces do. */
function weight(word: string): number {
  return /[\p{L}\p{N}_]/u.test(word) ? word.length : 0;
}

/** Pairs of places of the longest common sequence. */
function commonWords(
  a: readonly string[],
  b: readonly string[],
): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function stretches(all: readonly string[], kept: ReadonlySet<number>): Stretch[] {
  const found: Stretch[] = [];
  let start = 0;
  for (const [at, word] of all.entries()) {
    if (!kept.has(at)) found.push({ start, length: word.length });
    start += word.length;
  }
  return found;
}

/** As few marks as say the same; none where nearly everything would be marked. */
function readable(found: readonly Stretch[], line: string): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const next of found) {
    const last = merged.at(-1);
    const end = last === undefined ? 0 : last.start + last.length;
    const gap = line.slice(end, next.start);
    if (last !== undefined && (gap.length <= TINY_GAP || gap.trim() === "")) {
      merged[merged.length - 1] = {
        start: last.start,
        length: next.start + next.length - last.start,
      };
    } else merged.push(next);
  }
  const seen = merged.map((one) => withoutEdges(one, line)).filter(({ length }) => length > 0);
  const marked = seen.reduce((sum, { length }) => sum + length, 0);
  return marked > line.trim().length * MOST_MARKED ? [] : seen;
}

/** White space at the edges of a mark only makes it ragged. */
function withoutEdges({ start, length }: Stretch, line: string): Stretch {
  const text = line.slice(start, start + length);
  return { start: start + text.length - text.trimStart().length, length: text.trim().length };
}

import { likeness } from "./word-marks.ts";

/** Lines less alike than this are other lines, not the same one changed. */
const ALIKE = 0.5;

/** In larger blocks a line is compared with the one at its own place alone. */
const MOST_COMPARED = 400;

/**
 * Which removed line became which added one: the pairs, in order, that have the most in common.
 * Lines without a counterpart are in no pair.
 */
export function linePairs(
  removed: readonly string[],
  added: readonly string[],
): readonly (readonly [number, number])[] {
  if (removed.length * added.length > MOST_COMPARED) {
    return removed.flatMap((line, at) => {
      const other = added[at];
      return other !== undefined && likeness(line, other) >= ALIKE ? [[at, at] as const] : [];
    });
  }
  const width = added.length + 1;
  const score = new Float64Array((removed.length + 1) * width);
  const best = (i: number, j: number): number => score[i * width + j] ?? 0;
  const alike = removed.map((line) => added.map((other) => likeness(line, other)));
  const gain = (i: number, j: number): number => {
    const found = alike[i]?.[j] ?? 0;
    return found >= ALIKE ? found + best(i + 1, j + 1) : 0;
  };
  for (let i = removed.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      score[i * width + j] = Math.max(gain(i, j), best(i + 1, j), best(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < removed.length && j < added.length;) {
    if (gain(i, j) > 0 && gain(i, j) === best(i, j)) pairs.push([i++, j++]);
    else if (best(i + 1, j) >= best(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

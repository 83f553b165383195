import type { Size } from "./session.ts";

const MIN = 2;
const MAX = 1000;

const clamp = (cells: number): number => Math.min(Math.max(Math.trunc(cells), MIN), MAX);

/**
 * The size of a pane that several clients look at: the fewest columns and the fewest rows among
 * those that claim a size. Null where nobody does: the pane then stays as it is.
 */
export function ruleSize(claims: Iterable<Size>): Size | null {
  let rule = null as Size | null;
  for (const { cols, rows } of claims) {
    rule = {
      cols: clamp(Math.min(cols, rule?.cols ?? MAX)),
      rows: clamp(Math.min(rows, rule?.rows ?? MAX)),
    };
  }
  return rule;
}

/** True where two sizes are the same. */
export function sameSize(a: Size, b: Size): boolean {
  return a.cols === b.cols && a.rows === b.rows;
}

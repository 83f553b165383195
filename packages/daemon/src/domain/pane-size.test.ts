import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ruleSize, sameSize } from "./pane-size.ts";

const size = fc.record({
  cols: fc.integer({ min: -5, max: 3_000 }),
  rows: fc.integer({ min: -5, max: 3_000 }),
});
const clamped = (cells: number): number => Math.min(Math.max(cells, 2), 1000);

test("a pane has the fewest columns and the fewest rows of those that claim, within 2 to 1000", () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1 }), (claims) => {
      expect(ruleSize(claims)).toEqual({
        cols: clamped(Math.min(...claims.map(({ cols }) => cols))),
        rows: clamped(Math.min(...claims.map(({ rows }) => rows))),
      });
    }),
  );
});

test("the narrowest and the lowest may be different clients", () => {
  const rule = ruleSize([
    { cols: 200, rows: 20 },
    { cols: 80, rows: 60 },
  ]);
  expect(rule).toEqual({ cols: 80, rows: 20 });
});

test("where nobody claims there is no rule", () => {
  expect(ruleSize([])).toBeNull();
});

test("two sizes are the same where both numbers are", () => {
  expect(sameSize({ cols: 80, rows: 24 }, { cols: 80, rows: 24 })).toBe(true);
  expect(sameSize({ cols: 80, rows: 24 }, { cols: 24, rows: 80 })).toBe(false);
  expect(sameSize({ cols: 80, rows: 24 }, { cols: 80, rows: 25 })).toBe(false);
});

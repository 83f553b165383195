import fc from "fast-check";
import { expect, test } from "vitest";
import { linePairs } from "./line-pairs.ts";
import { type Stretch, wordMarks } from "./word-marks.ts";

/** A line with its marks in brackets. */
function shown(line: string, marks: readonly Stretch[]): string {
  let text = "";
  let end = 0;
  for (const { start, length } of marks) {
    text += `${line.slice(end, start)}[${line.slice(start, start + length)}]`;
    end = start + length;
  }
  return text + line.slice(end);
}

test.each([
  ["    pub fn wait(&self, n: u32) {", "    pub fn wait(&[mut] self, n: u32) {"],
  ["let wait = base * pow(n) [+ random_ms()];", "let wait = [self.]base * pow(n);"],
  ["const limit = [10];", "const limit = [25];"],
  ["", ""],
  ["same", "same"],
])("what differs is marked: %s / %s", (before, after) => {
  const plain = (text: string) => text.replaceAll(/[[\]]/g, "");
  const marks = wordMarks(plain(before), plain(after));
  expect([shown(plain(before), marks.before), shown(plain(after), marks.after)]).toEqual([
    before,
    after,
  ]);
});

test("marks with hardly anything between them are one mark", () => {
  const before = "return open(first, 1, flags);";
  const after = "return open(other, 2, flags);";
  expect(shown(after, wordMarks(before, after).after)).toBe("return open([other, 2], flags);");
});

test("where nearly all of a line differs nothing is marked", () => {
  expect(wordMarks("a = alpha(beta)", "b = gamma(delta)")).toEqual({ before: [], after: [] });
});

test("white space alone is not marked", () => {
  expect(wordMarks("  if (ready) go();", "    if (ready)  go();")).toEqual({
    before: [],
    after: [],
  });
});

test("a line is paired with the one it became, and with nothing where it became none", () => {
  const removed = ["let wait = base * 2u32.pow(n) + random_ms();", "wait.min(MAX)"];
  const added = [
    "/// Sleeps on the injected clock.",
    "let wait = self.base * 2u32.pow(n);",
    "let wait = wait + self.jitter.next(wait / 4);",
  ];
  expect(linePairs(removed, added)).toEqual([[0, 1]]);
  expect(linePairs(["use rand::random;"], ["use crate::clock::Clock;"])).toEqual([]);
  expect(linePairs(["}", "{"], ["}", "});"])).toEqual([]);
});

test("marks lie in their lines, in order, apart; pairs go forward and take each line once", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", ".", "é", "\u{1f600}") });
  fc.assert(
    fc.property(line, line, (before, after) => {
      const marks = wordMarks(before, after);
      for (const [text, found] of [
        [before, marks.before],
        [after, marks.after],
      ] as const) {
        let end = 0;
        for (const { start, length } of found) {
          expect(length).toBeGreaterThan(0);
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + length;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
  const lines = fc.array(line, { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (removed, added) => {
      let last: readonly [number, number] = [-1, -1];
      for (const pair of linePairs(removed, added)) {
        expect(pair[0]).toBeGreaterThan(last[0]);
        expect(pair[1]).toBeGreaterThan(last[1]);
        last = pair;
      }
      expect(last[0]).toBeLessThan(removed.length);
      expect(last[1]).toBeLessThan(added.length);
    }),
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { firstGraphemes, generateName, normaliseName } from "./session-name.ts";
import { nameOf, withName } from "./session.ts";
import { aSession } from "./support/a-session.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const countOf = (text: string): number => [...graphemes.segment(text)].length;

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        " ",
        "\t",
        "\u0000",
        "\u001B",
        "\u202E",
        "\u2066",
        "é",
        "👩‍👩‍👧",
        "\r\n",
        "\u200D",
      ),
      { maxLength: 200 },
    )
    .map((parts) => parts.join("")),
);

test("a name that is normalised again stays the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = normaliseName(text);
      expect(name && normaliseName(name)).toBe(name);
    }),
    { numRuns: 1_000 },
  );
});

test("a name has 1 to 80 graphemes, no control or direction character, and single spaces inside", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = normaliseName(text) ?? "nothing left";
      expect(countOf(name)).toBeGreaterThan(0);
      expect(countOf(name)).toBeLessThanOrEqual(80);
      expect(name).not.toMatch(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
      expect(name).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["", null],
  [" \t\r\n ", null],
  ["\u0000\u001B\u202E", null],
  ["  fix \n the\tparser  ", "fix the parser"],
  ["a \u0007 b", "a b"],
  ["good\u202Egnp.exe", "goodgnp.exe"],
  ["x".repeat(100), "x".repeat(80)],
  ["👩‍👩‍👧".repeat(81), "👩‍👩‍👧".repeat(80)],
  [`${"x".repeat(79)} y`, "x".repeat(79)],
])("the name %j becomes %j", (text, name) => {
  expect(normaliseName(text)).toBe(name);
});

test("the beginning of a text is never cut inside one character", () => {
  expect(firstGraphemes("e\u0301👍🏽x", 2)).toBe("e\u0301👍🏽");
  expect(firstGraphemes("ab", 5)).toBe("ab");
  expect(firstGraphemes("ab", 0)).toBe("");
});

test("a made-up name is two words, normalised already, and no name that is taken", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(random, fc.array(random, { maxLength: 30 }), (first, others) => {
      const taken = new Set<string>();
      for (const at of [first, ...others, first, first]) {
        const name = generateName(taken, () => at);
        expect(taken).not.toContain(name);
        expect(name).toMatch(/^[a-z]+-[a-z]+$/);
        expect(normaliseName(name)).toBe(name);
        taken.add(name);
      }
    }),
  );
});

test("where every handle is taken a number follows, and the search ends", () => {
  const taken = new Set<string>();
  for (let at = 0; at < 20_000; at++) taken.add(generateName(new Set(), () => at / 20_000));
  expect(taken.size).toBeGreaterThan(5_000);
  const numbered = generateName(taken, () => 0.5);
  expect(numbered).toMatch(/^[a-z]+-[a-z]+-2$/);
  expect(generateName(new Set([...taken, numbered]), () => 0.5)).toMatch(/-2$/);
});

test("a name that is cleared takes its source along; other keys stay", () => {
  const metadata = withName({ mine: 1, name: "old", name_source: "auto" }, "new", "user");
  expect(metadata).toEqual({ mine: 1, name: "new", name_source: "user" });
  expect(withName(metadata, null, "user")).toEqual({ mine: 1 });
  expect(nameOf(aSession({ metadata }))).toBe("new");
  expect(nameOf(aSession({ metadata: {} }))).toBeNull();
  expect(nameOf(aSession({ metadata: { name: 5 } }))).toBeNull();
});

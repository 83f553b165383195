import fc from "fast-check";
import { expect, test } from "vitest";
import { UnfinishedInput, endOfWholeCharacters, withoutExecuted } from "./unfinished-input.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

test("B07 characters split at any bytes come out whole, none of them lost", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (text, steps) => {
        const input = new UnfinishedInput();
        const all = Buffer.from(text);
        let passed = "";
        for (let at = 0, i = 0; at < all.length; i++) {
          const step = steps[i % steps.length] ?? 1;
          const whole = input.wholeCharacters(all.subarray(at, at + step));
          passed += Buffer.from(whole).toString();
          at += step;
        }
        expect(passed).toBe(all.toString());
        expect(input.bytes()).toHaveLength(0);
      },
    ),
  );
});

test.each([
  ["abc", 3],
  ["ab\xe2", 2],
  ["ab\xe2\x94", 2],
  ["ab\xe2\x94\x80", 5],
  ["\xf0\x9f\x98", 0],
  ["\x80\x80\x80\x80", 4],
  ["a\xc3", 1],
  ["", 0],
])("of the bytes %j %i are whole characters", (text, length) => {
  expect(endOfWholeCharacters(Buffer.from(text, "latin1"))).toBe(length);
});

test.each([
  ["\x1b[3\n1", "\x1b[31"],
  ["\x1b\r(", "\x1b("],
  ["\u009b1\t;2", "\u009b1;2"],
  ["\x1bP1;2q\n#", "\x1bP1;2q\n#"],
  ["\x1b]2;a", "\x1b]2;a"],
])("of %j what was obeyed at once is left out", (sequence, kept) => {
  expect(Buffer.from(withoutExecuted(bytes(sequence))).toString()).toBe(kept);
});

test("only the last sequence is kept, over several pieces of it", () => {
  const input = new UnfinishedInput();
  input.parsed(bytes("text\x1b[1mmore\x1b]2;ti"), false);
  input.parsed(bytes("tle"), false);
  expect(Buffer.from(input.bytes()).toString()).toBe("\x1b]2;title");
  input.parsed(bytes("\x07"), true);
  expect(input.bytes()).toHaveLength(0);
});

test.each([
  ["\x1b]52;c;", "\x1b]7777;"],
  ["\u009d52;c;", "\x1b]7777;"],
  ["\x1bPq", "\x1bP~"],
  ["\x1b_", "\x1b_"],
])("a string too long to be kept is swallowed to its end: %j", (introducer, kept) => {
  const input = new UnfinishedInput();
  input.parsed(bytes(introducer + "x".repeat(70_000)), false);
  expect(Buffer.from(input.bytes()).toString()).toBe(kept);
});

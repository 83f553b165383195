import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLines, plainText } from "./plain-text.ts";

test("what would move the cursor or turn the reading round is gone", () => {
  expect(plainText("a\u202eb\u2066c\u0007d\ne\u001b[31m")).toBe("a b c d e [31m");
});

test("a long text is cut between letters", () => {
  expect(plainText("🎉".repeat(10), 4)).toBe("🎉🎉🎉…");
});

test("any text becomes one short line of visible letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const plain = plainText(text, 50);
      expect(Array.from(plain).length).toBeLessThanOrEqual(50);
      expect(plain).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(plainText(plain, 50)).toBe(plain);
    }),
  );
});

test("10 kB cost no more than what is shown", () => {
  expect(plainText("x".repeat(10_000), 20)).toBe(`${"x".repeat(19)}…`);
});

test("lines keep their ends, and what cannot be seen in them is seen to be there", () => {
  expect(plainLines("npm ci\r\n\n \n\n\tmake\n")).toBe("npm ci\n  make");
  expect(plainLines("a\u202eb\u200bc\u001b[31m\rd")).toBe("a\ufffdb\ufffdc\ufffd[31m\ufffdd");
});

test("no visible letter of any text of lines is lost", () => {
  const visible = (text: string) => text.replace(/[\s\u0000-\u001f\u007f-\u009f]/g, "");
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme-ascii" })), (lines) => {
      expect(visible(plainLines(lines.join("\n")))).toBe(visible(lines.join("")));
    }),
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { EnterWatch, isMultiLine, pasteText, withoutTrailingLineEnds } from "./terminal-input.ts";

const BEGIN = "\u001B[200~";
const END = "\u001B[201~";

/** Texts made of what end marks are made of, so that nested ones come up often. */
const hostileText = fc
  .array(
    fc.constantFrom("\u001B", "[", "2", "0", "1", "~", "\u001B[20", "1~", END, BEGIN, "é", "\n"),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

const inside = (pasted: string): string => pasted.slice(BEGIN.length, -END.length);

test("a paste ends where we end it, however its own end marks are nested", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const pasted = pasteText(text, true);
      expect(pasted.startsWith(BEGIN)).toBe(true);
      expect(pasted.indexOf(END)).toBe(pasted.length - END.length);
    }),
    { numRuns: 1_000 },
  );
});

test("a text without an end mark is pasted as it is, but for its line ends", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }).filter((text) => !text.includes(END) && !/[\r\n]/.test(text)),
      (text) => {
        expect(inside(pasteText(text, true))).toBe(text);
        expect(pasteText(text, false)).toBe(text);
      },
    ),
  );
});

test("end marks nested a hundred thousand deep go as well", () => {
  const deep = 100_000;
  const text = `a${"\u001B[20".repeat(deep)}${"1~".repeat(deep)}b`;
  expect(inside(pasteText(text, true))).toBe("ab");
});

test.each([
  ["LF", "one\ntwo\n", "one\rtwo\r"],
  ["CRLF", "one\r\ntwo\r\n", "one\rtwo\r"],
  ["CR", "one\rtwo\r", "one\rtwo\r"],
  ["a mix", "one\n\r\ntwo\r\r\n", "one\r\rtwo\r\r"],
])("line ends of a paste become Enter's carriage return: %s", (_name, text, typed) => {
  expect(pasteText(text, false)).toBe(typed);
  expect(inside(pasteText(text, true))).toBe(typed);
});

test("line ends at the end of a text are not typed before Enter, those inside are", () => {
  expect(withoutTrailingLineEnds("\none\ntwo\r\n\n")).toBe("\none\ntwo");
  expect(withoutTrailingLineEnds("\r\n\r\n")).toBe("");
  expect(withoutTrailingLineEnds("one ")).toBe("one ");
});

test("two million line ends in the middle of a text hold nothing up", () => {
  const text = `${"\n".repeat(2_000_000)}x`;
  expect(withoutTrailingLineEnds(text) === text).toBe(true);
});

test("a text is of several lines where any line end is in it", () => {
  expect(["a\nb", "a\rb", "a\r\n", "\n"].map(isMultiLine)).toEqual([true, true, true, true]);
  expect(["", "a", "a\u2028b"].map(isMultiLine)).toEqual([false, false, false]);
});

test.each<[string, readonly string[], readonly boolean[]]>([
  ["Enter by itself", ["a", "\r", "b"], [false, true, false]],
  ["Enter behind keys", ["ls\r"], [true]],
  ["a pasted line end", [`${BEGIN}a\rb${END}`, "\r"], [false, true]],
  ["Enter behind a paste in one piece", [`${BEGIN}a\rb${END}\r`], [true]],
  ["a paste in pieces", [`x${BEGIN}a\r`, "b\r", `\r${END}`, "\r"], [false, false, false, true]],
  ["Enter before a paste", [`\r${BEGIN}a\r`, "b\r", END, "\r"], [true, false, false, true]],
  ["Enter between pastes", [`${BEGIN}a${END}\r${BEGIN}b`, "\r", END], [true, false, false]],
])("%s", (_, pieces, enters) => {
  const watch = new EnterWatch();
  expect(pieces.map((piece) => watch.isIn(piece))).toEqual(enters);
});

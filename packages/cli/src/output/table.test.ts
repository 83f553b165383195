import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutMiddle, cutToWidth, displayWidth } from "./display-width.ts";
import { printable } from "./printable.ts";
import { formatTable } from "./table.ts";

const COLUMNS = [
  { title: "NAME", shrinkTo: 4 },
  { title: "N", align: "right" },
  { title: "PATH", shrinkTo: 5, cut: "middle" },
] as const;
const paint = (text: string): string => `<${text}>`;
const rowOf = (...texts: string[]) => texts.map((text) => ({ text }));

describe("formatTable", () => {
  test("aligns by cells, not by characters", () => {
    const rows = [rowOf("世界", "1", "/a"), rowOf("plain", "20", "/b"), rowOf("e\u0301", "", "/c")];
    expect(formatTable(COLUMNS, rows, null)).toEqual([
      "NAME    N  PATH",
      "世界    1  /a",
      "plain  20  /b",
      "e\u0301          /c",
    ]);
  });

  test("paints what is cut and padded, so that colours do not count as width", () => {
    const rows = [
      [
        { text: "ab", paint },
        { text: "1", paint },
        { text: "/", paint },
      ],
    ];
    expect(formatTable(COLUMNS, rows, null)[1]).toBe("<ab>    <1>  </>");
  });

  test("gives way from the last column on, and cuts a path in its middle", () => {
    const rows = [rowOf("a-long-name", "7", "/home/me/project/src")];
    expect(formatTable(COLUMNS, rows, 30)).toEqual([
      "NAME         N  PATH",
      "a-long-name  7  /home/m…ct/src",
    ]);
    expect(formatTable(COLUMNS, rows, 14)).toEqual(["NAME  N  PATH", "a-l…  7  /h…rc"]);
  });

  test("leaves out what matters least where shrinking is not enough, and gives back its room", () => {
    const columns = [
      { title: "NAME", shrinkTo: 4 },
      { title: "AGE", leaveOut: 2 },
      { title: "PATH", shrinkTo: 5, cut: "middle", leaveOut: 1 },
    ] as const;
    const rows = [rowOf("a-long-name", "7 min", "/home/me/project/src")];
    const at = (width: number) => formatTable(columns, rows, width);
    expect(at(18)).toEqual(["NAME  AGE    PATH", "a-l…  7 min  /h…rc"]);
    expect(at(17)).toEqual(["NAME        AGE", "a-long-na…  7 min"]);
    expect(at(11)).toEqual(["NAME  AGE", "a-l…  7 min"]);
    expect(at(10)).toEqual(["NAME", "a-long-na…"]);
    expect(at(1)).toEqual(["NAME", "a-l…"]);
  });

  test("cuts nothing where nobody looks", () => {
    const rows = [rowOf("x".repeat(300), "7", "y".repeat(300))];
    expect(formatTable(COLUMNS, rows, null)[1]).toContain("y".repeat(300));
  });

  test("a cell cannot send an escape sequence or begin a line", () => {
    const [, line] = formatTable(COLUMNS, [rowOf("a\x1b[31mb\nc\u202ed\u009b", "", "")], null);
    expect(line).toBe("a�[31mb c�d�");
  });
});

test("a cut text is as wide as asked at most, whatever it is made of", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "世", "🎉", "é", "e\u0301", "👍🏽", "✔️", "…"),
  });
  fc.assert(
    fc.property(word, fc.nat({ max: 30 }), (text, width) => {
      for (const cut of [cutToWidth(text, width), cutMiddle(text, width)]) {
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        expect(cut === text).toBe(displayWidth(text) <= width);
      }
    }),
  );
});

test("printable keeps ordinary text of all scripts", () => {
  expect(printable("Zoë – 世界 👩‍💻 עברית")).toBe("Zoë – 世界 👩‍💻 עברית");
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { QueryFilter } from "./query-filter.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");
const filterAll = (input: Uint8Array): string =>
  Buffer.from(new QueryFilter().filter(input)).toString("latin1");
const filtered = (text: string): string => filterAll(bytes(text));
const latin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

// What tmux and xterm answer, each in the forms that programs send.
const QUESTIONS = [
  "\x1b[c",
  "\x1b[0c",
  "\x1b[>c",
  "\x1b[>0c",
  "\x1b[=c",
  "\x1b[5n",
  "\x1b[6n",
  "\x1b[?6n",
  "\x1b[?15n",
  "\x1b[?996n",
  "\x1b[>q",
  "\x1b[>0q",
  "\x1b[?2026$p",
  "\x1b[4$p",
  "\x1b[14t",
  "\x1b[16t",
  "\x1b[18t",
  "\x1b[21t",
  "\x1b[8;50;200t",
  "\x1b[x",
  "\x1b[1x",
  "\x1b[?u",
  "\x1b[?4m",
  "\x1b[?1;1;0S",
  "\x1b[1;1;1;1;5;5*y",
  "\x1b[1$w",
  "\x1b[#R",
  "\x1b[5i",
  "\x1b[?2048h",
  "\x1bZ",
  "\x1b G",
  "\x1b%@",
  "\x05",
  "\x1bP$qm\x1b\\",
  "\x1bP+q544e\x1b\\",
  "\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\",
  "\x1b_Ga=q,i=1;AAAA\x1b\\",
  "\x1b^private\x1b\\",
  "\x1bXstart\x1b\\",
  "\x1b]4;1;?\x07",
  "\x1b]10;?\x1b\\",
  "\x1b]11;?\x07",
  "\x1b]12;?\x9c".replace("\x9c", "\u009c"),
  "\x1b]52;c;?\x07",
  "\x1b]52;c;aGVsbG8=\x07",
  "\x1b]1337;ReportCellSize\x07",
  "\x1b]50;?\x07",
  "\x1b]21;foreground=?\x1b\\",
  "\x1bktitle\x1b\\",
  "\u009bc",
  "\u009b6n",
  "\u009a",
  "\u0090$qm\u009c",
  "\u009d11;?\u009c",
];

const HARMLESS = [
  "plain text\r\n\t\b\x07",
  "h\u00e9llo \u4e16\u754c \ud83c\udf89 e\u0301 \u2500\u2502",
  "\x1b[31;1m\x1b[38;2;1;2;3m\x1b[4:3m\x1b[0m",
  "\x1b[H\x1b[2J\x1b[3J\x1b[10;20H\x1b[K\x1b[5A\x1b[2;10r\x1b[r",
  "\x1b[?1049h\x1b[?25l\x1b[?1000;1006h\x1b[?2004h\x1b[?2026h\x1b[?2004l",
  "\x1b[2 q\x1b[!p\x1b[4h",
  "\x1b[>4;2m\x1b[>4n\x1b[>1u\x1b[<u\x1b[u\x1b[s",
  "\x1b7\x1b8\x1bM\x1bD\x1bE\x1bH\x1bc\x1b=\x1b>\x1b(0\x1b(B\x1b#8\x1bOA",
  "\x1b]0;a title?\x07",
  "\x1b]2;\u00fcber \u271c\x1b\\".replace("\x1b\\", "\x07"),
  "\x1b]8;id=1;https://example.invalid/?q=1\x07link\x1b]8;;\x07",
  "\x1b]10;#ff0000\x07\x1b]110\x07",
  "\x1b]133;A\x07",
];

describe("QueryFilter", () => {
  test.each(QUESTIONS.map((question) => [JSON.stringify(question), question]))(
    "takes out %s and nothing around it",
    (_, question) => {
      expect(filtered(`a${question}b`)).toBe("ab");
    },
  );

  test.each(HARMLESS.map((text) => [JSON.stringify(text), text]))("leaves %s alone", (_, text) => {
    expect(filtered(text)).toBe(latin1(text));
  });

  test("B30 the clipboard, its question and a passthrough do not reach the terminal", () => {
    const raw = "\x1b]52;c;aGVsbG8=\x07\x1b]52;c;?\x07\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\\x1b\\";
    expect(filtered(raw)).toBe("");
  });

  test("B07 a character whose bytes come one by one is whole", () => {
    const filter = new QueryFilter();
    const out = [...bytes("世界 ✜ é")].map((byte) => filter.filter(Uint8Array.of(byte)));
    expect(Buffer.concat(out).toString("utf8")).toBe("世界 ✜ é");
  });

  test.each([
    ["a line end inside a question takes effect, the question does not", "\x1b[6\nn", "\n"],
    ["CAN ends a sequence; what follows is text", "\x1b[6\x18n", "n"],
    ["ESC inside a sequence starts a new one", "\x1b[6\x1b[31mn", "\x1b[31mn"],
    ["ESC inside a title ends it, and begins a question", "\x1b]2;t\x1b[6nx", "\x1b]2;t\x1b\\x"],
    ["an eight-bit question inside a title is none", "\x1b]2;t\u009b6nx", "x"],
    ["a question behind a string that was cut off", "\x1bPq\x1b[6nx", "x"],
    ["DEL inside a question is nothing", "\x1b[6\x7fn!", "!"],
    ["text behind an end mark alone", "\x1b\\x", "x"],
    ["C1 movements pass", "a\u0085b", latin1("a\u0085b")],
  ])("%s", (_, input, output) => {
    expect(filtered(input)).toBe(output);
  });

  test("an eight-bit control outside UTF-8 shows as a broken character", () => {
    expect(filterAll(Uint8Array.of(0x61, 0x9b, 0x63))).toBe(latin1("a\ufffdc"));
  });

  test("a title without an end is not kept without bound, nor is a sequence", () => {
    const long = "x".repeat(200_000);
    expect(filtered(`\x1b]2;${long}\x07after`)).toBe("after");
    expect(filtered(`\x1b[${"1;".repeat(100_000)}6nafter`)).toBe("after");
  });

  const piece = fc.oneof(
    fc.constantFrom(...QUESTIONS, ...HARMLESS).map(bytes),
    fc.uint8Array({ maxLength: 8 }),
    fc
      .constantFrom(
        "\x1b",
        "\x1b[",
        "\x1b]",
        "\x1b]2;",
        "\x1bP",
        "\u009b",
        "\x07",
        "\x1b\\",
        "?",
        "6n",
      )
      .map(bytes),
  );
  const stream = fc
    .array(piece, { maxLength: 12 })
    .map((parts) => Uint8Array.from(Buffer.concat(parts)));

  test("cut anywhere, the stream comes out the same", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 200 }), { maxLength: 6 }), (whole, cuts) => {
        const filter = new QueryFilter();
        const ends = [
          ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b),
          whole.length,
        ];
        let from = 0;
        const out = ends.map((end) => {
          const part = filter.filter(whole.subarray(from, end));
          from = end;
          return part;
        });
        expect(Buffer.concat(out).toString("latin1")).toBe(filterAll(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  test("what came out holds no question: a second filter finds nothing to take", () => {
    fc.assert(
      fc.property(stream, (whole) => {
        const once = Buffer.from(filterAll(whole), "latin1");
        expect(filterAll(once)).toBe(once.toString("latin1"));
      }),
      { numRuns: 2_000 },
    );
  });
});

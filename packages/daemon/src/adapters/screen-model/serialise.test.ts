import { describe, expect, test } from "vitest";
import { Emulator } from "./emulator.ts";
import { screenText } from "./screen-text.ts";
import { serialise } from "./serialise.ts";
import { compareTerminals } from "./support/compare-terminals.ts";
import { snapshotDifferences } from "./support/snapshot-differences.ts";
import type { Event } from "./support/snapshot-differences.ts";

/** Found by the property test; each has once been drawn wrong. */
const FOUND: readonly (readonly [string, readonly Event[], readonly Event[]])[] = [
  [
    "two halves of wide characters at the end of a row",
    ["\x1b[10G漢\x1b[1m\x1b[11G漢\x1b[4m\x1b[12Ga\x1b[G\x1b[@"],
    ["b"],
  ],
  [
    "three of them, and a row that goes on",
    [
      "\x1b[9G漢\x1b[1m\x1b[10G漢\x1b[3m\x1b[11G漢\x1b[4m\x1b[12Ga\x1b[G\x1b[@",
      "\x1b[m\x1b[6Gwwwwwwwwww\x1b[A\x1b[9G漢\x1b[1m\x1b[10G漢\x1b[11G漢\x1b[12Ga\x1b[G\x1b[@",
    ],
    ["b", { cols: 5, rows: 6 }],
  ],
  ["a full last row of the alternate screen", ["\x1b[?47h\x1b#8"], []],
  [
    "an unfinished link, and rows moved away from it",
    ["\x1b]8;;http://a/\x1b\\\x1b[2J\x1b[F"],
    ["a"],
  ],
  ["a palette underline colour after a default one", ["\x1b[59;58:5:9m"], ["\x1b[4mu"]],
  ["an erasure up to the last column of the last row", ["\x1b[6;10Haaa\x1b[1J"], ["b"]],
  [
    "an alternate screen over scrollback, no cursor saved",
    ["\n\n\n\n\n\n\nx\x1b[?47hy"],
    ["\x1b8"],
  ],
  ["a wide character cut by a narrower screen", ["—漢", { cols: 2, rows: 2 }], ["\ra"]],
  ["an alternate screen first used after a shrink", [{ cols: 2, rows: 2 }], ["\x1b[?47haaaaa"]],
  ["a charset undone by DECRC, and a link begun", ["\x1b(0\x1b8\x1b]8;;http://a/\x1b"], ["\\q"]],
  ["half a wide character at the edge", ["\x1b[?7l\x1b[10Ga漢漢"], ["b"]],
  ["half a wide character and text at the edge", ["\x1b[?7l\x1b[10Ga漢—漢"], ["b"]],
  ["an underline undone by DECRC under a link", ["\x1b[4:3m\x1b8\x1b]8;;http://a/\x1b\\"], ["b"]],
  ["the normal screen's row, left for the other", ["漢漢\x1bE\x1b[?47h"], [{ cols: 2, rows: 2 }]],
  ["text right of half a wide character", ["\x1b[?7laaaaaaa漢─漢a"], ["\u0301"]],
  ["a character that grew in insert mode", ["\x1b[4haa\r🇩🇪"], ["\u200d"]],
  [
    "a last character that a resize moved the cursor from",
    ["a\x1b]8;;http://a/\x1b\\a", { cols: 2, rows: 2 }],
    ["\u0301"],
  ],
  [
    "a pending wrap with a pen of DECRC's",
    ["\x1b]8;;http://a/\x1b\\\x1b8\x1b[?47h\x1b[12Ga\x1b[J"],
    ["b"],
  ],
  ["a lost second half", ["ab漢c\x1b[1;4H\x1b[@"], ["\x1b[1;6Hd"]],
  ["a blank left by an overwritten wide character", ["\x1b[7m漢\x1b[1;2Hx"], ["\x1b[1;1Hy"]],
  ["a blank with a pen's flags at the edge", ["\x1b[1;12H\x1b[4;31m漢"], ["x"]],
];

test.each(FOUND)("found: %s", (_name, before, after) => {
  expect(snapshotDifferences(before, after)).toEqual([]);
  expect(snapshotDifferences(before, after, { step: 1 })).toEqual([]);
});

/** What has to be in a snapshot, each by output that sets it and output that shows it. */
const STATE: readonly (readonly [string, string, string])[] = [
  ["colours and attributes", "\x1b[1;2;3;5;7;8;9;53;38;5;200;48;2;1;2;3mx\x1b[0;95;102my", "z"],
  ["underline styles and colours", "\x1b[4:3;58:2::9:8:7mx\x1b[21my\x1b[24;58:5:3mz", "\x1b[4mu"],
  ["erased cells with a background", "\x1b[44m\x1b[2K\x1b[3Cx\x1b[5X", "y"],
  ["printed spaces beside cells never written", "a  b\x1b[9Gc", "\x1b[2;1H"],
  ["links", "\x1b]8;id=1;http://a/\x1b\\x\x1b]8;;\x1b\\y\x1b]8;;http://b/;c\x07z", "u"],
  ["rows that continue others", "a very long line that wraps\r\nanother", "\x1b[H\x1b[J"],
  ["a pending wrap", "exactlytwelv", "x"],
  ["a pending wrap over an erased cell", "exactlytwelv\x1b[41m\x1b[1K", "x"],
  ["the scroll region", "\x1b[2;4r\x1b[4;1H", "a\r\nb\r\nc\r\nd"],
  ["origin mode", "\x1b[2;4r\x1b[?6h\x1b[2;3H", "x\x1b[HX"],
  ["insert mode", "abc\x1b[1;2H\x1b[4h", "XY"],
  ["no wrapping", "\x1b[?7l", "more than twelve"],
  ["reverse wrapping", "\x1b[?45hmore than twelve", "\b\b\b\b\b\b\bX"],
  ["new line mode", "\x1b[20h", "a\nb"],
  ["the saved cursor", "\x1b[3;4H\x1b[31m\x1b(0\x1b7\x1b[m\x1b(B\x1b[H", "\x1b8q"],
  ["a saved cursor that scrolled away", "\x1b[3;4H\x1b[31m\x1b7\x1b[m\x1b[6H\n\n\n\n\nx", "\x1b8q"],
  ["charsets", "\x1b(0\x1b)A\x1b*K\x0e", "#q\x0fq\x1bn[\x0f"],
  ["tab stops", "\x1b[3g\x1b[1;4H\x1bH\x1b[1;11H\x1bH\r", "\tx\ty"],
  ["the cursor's style", "\x1b[3 q\x1b[?12h\x1b[?25l", ""],
  [
    "mouse, keypad, paste and focus",
    "\x1b[?1003h\x1b[?1016h\x1b=\x1b[?1h\x1b[?2004h\x1b[?1004h",
    "",
  ],
  ["synchronized output", "\x1b[?2026h", "x"],
  ["titles", "\x1b]1;icon\x07\x1b]2;a tïtle\x1b\\", ""],
  ["protected cells", '\x1b[1"qab\x1b[0"qcd', "\x1b[?2K"],
  ["what a combining character joins", "x\x1b[31me", "\u0301"],
  ["what is repeated", "\x1b[4hab\x1b[1;2Hc", "\x1b[3b"],
  ["an unfinished sequence", "ab\x1b[3", "1mc"],
  ["an unfinished string", "\x1b]2;half a", " title\x07x"],
];

test.each(STATE)("a snapshot has %s", (_name, before, after) => {
  expect(snapshotDifferences([before], [after])).toEqual([]);
});

test("a snapshot has the colours that a program set", () => {
  const terminal = new Emulator({ cols: 12, rows: 6 }, 12);
  terminal.feed(
    Buffer.from("\x1b]4;1;#102030;300;red\x07\x1b]10;rgb:1/2/3\x07\x1b]12;#fff\x07\x1b]112\x07"),
  );
  const viewer = new Emulator({ cols: 12, rows: 6 }, 12);
  viewer.feed(serialise(terminal));
  expect(viewer.palette.sequences()).toBe("\x1b]4;1;rgb:10/20/30\x1b\\\x1b]10;rgb:11/22/33\x1b\\");
});

test.each([
  [40, "漢字|😀|👩‍💻|e\u0301|", 13],
  [7, "漢字|😀", 6],
])("B06 wide and joined characters at %i columns stay what they are", (cols, firstRow, x) => {
  const output = "漢字|😀|👩‍💻|e\u0301|";
  expect(snapshotDifferences([output], ["x"], { cols })).toEqual([]);
  const terminal = new Emulator({ cols, rows: 6 }, 12);
  terminal.feed(Buffer.from(output));
  const text = screenText(terminal.core, 0);
  expect(text.lines[0]).toBe(firstRow);
  expect(text.cursor.x).toBe(x);
});

test("B07 a viewer that comes within a split character sees it whole", () => {
  const stream = Buffer.from("─😀—");
  for (let at = 0; at <= stream.length; at++)
    expect(
      snapshotDifferences([stream.subarray(0, at)], [stream.subarray(at)], { step: 1 }),
    ).toEqual([]);
});

test("B09 a viewer that comes late to a full-screen program sees it, and the shell when it quits", () => {
  const program =
    "SHELLLINE\r\n\x1b[?1049h\x1b[2J\x1b[HALTTEXT\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?1h";
  expect(snapshotDifferences([program], ["\x1b[?1049l"], { cols: 40 })).toEqual([]);
  const viewer = new Emulator({ cols: 40, rows: 6 }, 12);
  const terminal = new Emulator({ cols: 40, rows: 6 }, 12);
  terminal.feed(Buffer.from(program));
  viewer.feed(serialise(terminal));
  expect(viewer.terminal.buffer.active.type).toBe("alternate");
  expect(screenText(viewer.core, 0).lines[0]).toBe("ALTTEXT");
  viewer.feed(Buffer.from("\x1b[?1049l"));
  expect(screenText(viewer.core, 9).lines).toEqual(["SHELLLINE", "", "", "", "", ""]);
});

describe("in a terminal that has been used", () => {
  const used =
    "\x1b[?1049h\x1b[2;4r\x1b[?6;9;1000;1006;1004;2004;45;2026h\x1b[?7;25l\x1b[4;20h\x1b=\x1b[?1h\x1b[5 q\x1b(0" +
    "\x1b[1;31;44mtext\x1b7";

  test("a snapshot resets what is not its own", () => {
    const terminal = new Emulator({ cols: 20, rows: 6 }, 12);
    terminal.feed(Buffer.from("hello"));
    const viewer = new Emulator({ cols: 20, rows: 6 }, 12);
    viewer.feed(Buffer.from(`${used}\x1b]2;unfinished`));
    viewer.feed(serialise(terminal));
    const differences = compareTerminals(terminal.terminal, viewer.terminal);
    // The alternate screen's own saved cursor is not to be seen until a program restores it there.
    expect(differences.filter((text) => !text.startsWith("alternate saved"))).toEqual([]);
  });

  test("a snapshot makes the terminal answer nothing", () => {
    const terminal = new Emulator({ cols: 20, rows: 6 }, 12);
    terminal.feed(Buffer.from(`${used}\x1b]4;1;red\x07\x1b]11;#102030\x07`));
    const viewer = new Emulator({ cols: 20, rows: 6 }, 12);
    const answers: string[] = [];
    viewer.terminal.onData((answer) => answers.push(answer));
    viewer.feed(serialise(terminal));
    expect(answers).toEqual([]);
    viewer.feed(Buffer.from("\x1b[c"));
    expect(answers).toHaveLength(1);
  });
});

describe("the screen alone", () => {
  test.each([
    ["text below scrollback", "1\n2\r\n3\n4\n5\n6\n\x1b[31m漢字\n8\x1b7\n9"],
    ["a first row that goes on from the scrollback", `1\n2\n${"wrapped ".repeat(9)}\n3`],
    ["a saved cursor that scrolled away", "\x1b[4m\x1b7\x1b[m1\n2\n3\n4\n5\n6\n7\n8"],
    ["another screen over it", "1\n2\n3\n4\n5\n6\n7\x1b[?1049hx"],
  ])("%s", (_what, printed) => {
    const size = { cols: 12, rows: 6 };
    const [terminal, viewer] = [new Emulator(size, 20), new Emulator(size, 20)];
    terminal.feed(Buffer.from(printed));
    viewer.feed(serialise(terminal, "screen-only"));
    expect(viewer.core.buffers.normal.ybase).toBe(0);
    const below = new Emulator(size, 20);
    below.feed(Buffer.from("a\r\nb\r\nc\r\nd\r\ne\r\nf\r\ng"));
    below.feed(serialise(terminal, "screen-only"));
    expect(screenText(below.core, 20).lines).toEqual(["a", ...screenText(viewer.core, 20).lines]);
    // Without what is above, they are the same.
    const { normal } = terminal.core.buffers;
    for (const emulator of [terminal, viewer]) {
      emulator.feed(Buffer.from("\x1b[?47l"));
      emulator.feed(Buffer.from("\x1b[3J"));
    }
    expect(normal.ybase).toBe(0);
    const differences = compareTerminals(terminal.terminal, viewer.terminal);
    // xterm.js leaves a saved cursor in its row of the list, from which the scrollback went.
    expect(differences.filter((text) => !text.startsWith("normal saved cursor"))).toEqual([]);
  });
});

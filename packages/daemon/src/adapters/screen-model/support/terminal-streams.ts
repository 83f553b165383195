import fc from "fast-check";

import type { Event } from "./snapshot-differences.ts";

const small = fc.integer({ min: 0, max: 14 });
const csi = (final: string) => small.map((n) => `\x1b[${n === 0 ? "" : n}${final}`);
const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);

const letters = (text: string) => text.split("");

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: oneOf(...letters("abcxyzq~{ #@")), minLength: 1, maxLength: 18 }),
  },
  fc.string({
    unit: oneOf("漢", "字", "한", "ｗ", "─", "é", "—", "a"),
    minLength: 1,
    maxLength: 12,
  }),
  oneOf(
    "e\u0301",
    "\u0301",
    "\u200d",
    "\ufe0f",
    "❤️",
    "👩‍💻",
    "👍🏽",
    "🇩🇪🇫🇷",
    "🇩🇪🇫",
    "🎉",
    "\u0600a",
    "각",
  ),
);

const motion = fc.oneof(
  oneOf("\r", "\n", "\r\n", "\b", "\t", "\x0b", "\x1bD", "\x1bE", "\x1bM"),
  fc.oneof(...letters("ABCDEFGIZ`ade").map(csi)),
  fc.tuple(small, small).map(([y, x]) => `\x1b[${y};${x}H`),
);

const colour = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((n) => `5;${n}`),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => `2;${rgb.join(";")}`),
);

const pen = fc.oneof(
  oneOf("", "0", "1", "2", "3", "4", "5", "7", "8", "9", "21", "22", "23", "24", "27", "39", "49"),
  oneOf("53", "55", "59", "4:0", "4:3", "4:5", "31", "42", "95", "106", "58:5:9", "58:2::1:2:3"),
  fc.tuple(oneOf("38", "48", "58"), colour).map((parts) => parts.join(";")),
);

const attributes = fc.oneof(
  fc.array(pen, { minLength: 1, maxLength: 3 }).map((codes) => `\x1b[${codes.join(";")}m`),
  oneOf('\x1b[1"q', '\x1b[0"q'),
  oneOf("\x1b]8;;http://a/\x1b\\", "\x1b]8;id=7;http://b/;c\x07", "\x1b]8;;\x1b\\", "\x1b]8;;\x07"),
);

const editing = fc.oneof(
  fc.tuple(oneOf("", "?"), fc.nat(3), oneOf("J", "K")).map(([p, n, f]) => `\x1b[${p}${n}${f}`),
  fc.oneof(...letters("@PXLMSTb").map(csi)),
  fc.oneof(...[" @", " A", "'}", "'~"].map(csi)),
  oneOf("\x1b#8"),
);

const region = fc.oneof(
  fc.tuple(small, small).map(([top, bottom]) => `\x1b[${top};${bottom}r`),
  oneOf("\x1b[r", "\x1b[?6h", "\x1b[?6l", "\x1bH", "\x1b[g", "\x1b[3g"),
);

const modes = fc.oneof(
  fc
    .tuple(
      oneOf(
        "1",
        "7",
        "12",
        "25",
        "45",
        "66",
        "9",
        "1000",
        "1002",
        "1003",
        "1004",
        "1006",
        "1016",
        "2004",
        "2026",
      ),
      oneOf("h", "l"),
    )
    .map((parts) => `\x1b[?${parts.join("")}`),
  oneOf("\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[20l", "\x1b=", "\x1b>"),
  fc.nat(8).map((n) => `\x1b[${n} q`),
);

const switches = fc.oneof(
  fc.tuple(oneOf("47", "1047", "1048", "1049"), oneOf("h", "l")).map(([n, f]) => `\x1b[?${n}${f}`),
  oneOf("\x1b7", "\x1b8", "\x1b[s", "\x1b[u"),
);

const charsets = fc.oneof(
  fc
    .tuple(oneOf("(", ")", "*", "+"), oneOf("0", "A", "B", "K", "="))
    .map((p) => `\x1b${p.join("")}`),
  oneOf("\x0e", "\x0f", "\x1bn", "\x1bo"),
);

const rare = fc.oneof(
  oneOf("\x1b[!p", "\x1bc", "\x1b[3J", "\x18", "\x1b[3\n1m", "\x1b(\r0", "\u009b4m", "\u0084"),
  oneOf(
    "\x1b]0;a title\x07",
    "\x1b]2;tïtle\x1b\\",
    "\x1b]1;icon\x1b\\",
    "\x1bPq#1~~\x1b\\",
    "\x1b_apc\x1b\\",
  ),
  oneOf(
    "\x1b]4;1;#102030\x07",
    "\x1b]11;rgb:10/20/30\x1b\\",
    "\x1b]104\x07",
    "\x1b[c",
    "\x1b[6n",
    "\x7f",
  ),
);

const output = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 4, arbitrary: motion },
  { weight: 4, arbitrary: attributes },
  { weight: 4, arbitrary: editing },
  { weight: 2, arbitrary: region },
  { weight: 2, arbitrary: modes },
  { weight: 2, arbitrary: switches },
  { weight: 1, arbitrary: charsets },
  { weight: 1, arbitrary: rare },
);

const newSize = fc.record({
  cols: fc.integer({ min: 2, max: 16 }),
  rows: fc.integer({ min: 2, max: 9 }),
});

/** Random things that happen to a small terminal. */
export const eventsOfTerminal: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof({ weight: 30, arbitrary: output }, { weight: 1, arbitrary: newSize }),
  { minLength: 1, maxLength: 60 },
);

import { describe, expect, test } from "vitest";
import { DetachScanner, parseDetachKey } from "./detach-key.ts";

const keyOf = (text: string) => {
  const key = parseDetachKey(text);
  if (key === null) throw new Error(`no key: ${text}`);
  return key;
};
const find = (scanner: DetachScanner, text: string) => scanner.find(Buffer.from(text, "latin1"));

test.each([
  ["ctrl-\\", 0x1c, "Ctrl-\\"],
  ["C-]", 0x1d, "Ctrl-]"],
  ["^a", 1, "Ctrl-A"],
  ["Ctrl+Q", 17, "Ctrl-Q"],
])("%s is a key", (text, byte, label) => {
  expect(parseDetachKey(text)).toEqual({ byte, label });
});

test.each(["", "x", "ctrl-", "ctrl-ab", "ctrl-1", "ctrl-[", "ctrl-m", "ctrl-i", "alt-x"])(
  "%j is none",
  (text) => {
    expect(parseDetachKey(text)).toBeNull();
  },
);

describe("DetachScanner", () => {
  test("finds the key and says how much came before it", () => {
    const scanner = new DetachScanner(keyOf("ctrl-\\"));
    expect(find(scanner, "abc")).toBeNull();
    expect(find(scanner, "ab\x1ccd")).toBe(2);
    expect(find(scanner, "\x1c")).toBe(0);
  });

  test.each([
    ["kitty", "\x1b[92;5u"],
    ["kitty with alternates and an event", "\x1b[92:124;5:1u"],
    ["kitty with Num Lock on", "\x1b[92;133u"],
    ["modifyOtherKeys", "\x1b[27;5;92~"],
  ])("finds it as %s spells it", (_, spelled) => {
    expect(find(new DetachScanner(keyOf("ctrl-\\")), `x${spelled}`)).toBe(1);
  });

  test.each(["\x1b[92;6u", "\x1b[92;7u", "\x1b[97;5u", "\x1b[92;5:3u", "\x1b[A"])(
    "does not take %j for it",
    (keys) => {
      expect(find(new DetachScanner(keyOf("ctrl-\\")), keys)).toBeNull();
    },
  );

  test("the byte inside a paste is text, also where the marks are cut", () => {
    const scanner = new DetachScanner(keyOf("ctrl-\\"));
    expect(find(scanner, "\x1b[20")).toBeNull();
    expect(find(scanner, "0~a\x1cb\x1b[201")).toBeNull();
    expect(find(scanner, "~\x1c")).toBe(1);
  });
});

import { expect, test } from "vitest";
import { KEY_LIST } from "./key-list.ts";
import { type KeyPress, pageKey } from "./page-key.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

test.each([
  ["j", "move-down"],
  ["ArrowUp", "move-up"],
  ["Enter", "type"],
  ["n", "new"],
  ["r", "rename"],
  ["x", "end"],
  ["R", "resume"],
  ["d", "changes"],
  ["w", "retained"],
  ["/", "filter"],
  [":", "command-bar"],
  ["?", "help"],
  ["q", null],
])("%s in the tree is %s, and in a terminal it is typed", (key, command) => {
  expect(pageKey(press(key), "tree")).toBe(command);
  expect(pageKey(press(key), "terminal")).toBeNull();
});

test("chords reach the page from inside a terminal", () => {
  expect(pageKey(press("j", { altKey: true }), "terminal")).toBe("next-waiting");
  // What a Mac makes of Option-K.
  expect(pageKey(press("˚", { code: "KeyK", altKey: true }), "terminal")).toBe("command-bar");
  expect(pageKey(press("ArrowDown", { altKey: true }), "terminal")).toBe("next-session");
  expect(pageKey(press("3", { code: "Digit3", altKey: true }), "terminal")).toBe("pane-3");
  expect(pageKey(press("\\", { ctrlKey: true }), "terminal")).toBe("leave-terminal");
  expect(pageKey(press("k", { metaKey: true }), "terminal")).toBe("command-bar");
});

test("Ctrl K belongs to the shell in a terminal and to the page elsewhere", () => {
  expect(pageKey(press("k", { ctrlKey: true }), "terminal")).toBeNull();
  expect(pageKey(press("k", { ctrlKey: true }), "tree")).toBe("command-bar");
});

test("chords of the browser and of programs stay theirs", () => {
  for (const key of ["r", "n", "w", "x", "d", "c", "v"]) {
    expect(pageKey(press(key, { ctrlKey: true }), "tree")).toBeNull();
    expect(pageKey(press(key, { altKey: true, ctrlKey: true }), "terminal")).toBeNull();
  }
  expect(pageKey(press("b", { altKey: true }), "terminal")).toBeNull();
});

test("the help lists no key twice in one place", () => {
  for (const { lines } of KEY_LIST) {
    const keys = lines.flatMap((line) => line.keys);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

import { expect, test } from "vitest";
import { RawTail } from "./raw-tail.ts";

const textOf = (tail: RawTail): string => Buffer.from(tail.read()).toString();

test("a short stream is its own tail, a long one begins at a line and is no longer than asked", () => {
  const tail = new RawTail(20);
  tail.push(Buffer.from("short\nlines\n"));
  expect(textOf(tail)).toBe("short\nlines\n");
  for (let line = 1; line <= 100; line++) tail.push(Buffer.from(`line ${line}\n`));
  expect(textOf(tail)).toBe("line 99\nline 100\n");
});

test("after a gap only what follows counts, and a size of 0 keeps nothing", () => {
  const tail = new RawTail(20);
  tail.push(Buffer.from("before"));
  tail.clear();
  tail.push(Buffer.from("after"));
  expect(textOf(tail)).toBe("after");
  const none = new RawTail(0);
  none.push(Buffer.from("x"));
  expect(none.read()).toHaveLength(0);
});

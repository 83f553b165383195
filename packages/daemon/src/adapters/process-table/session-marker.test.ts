import { describe, expect, it } from "vitest";
import { isWithin } from "./lives-in.ts";
import { environmentHolds } from "./session-marker.ts";

const holds = (text: string): boolean => environmentHolds(Buffer.from(text), "ID", "abc");

describe("environmentHolds", () => {
  it("finds the variable wherever it stands", () => {
    for (const text of ["ID=abc\0", "A=1\0ID=abc\0B=2\0", "A=1\0ID=abc", "XID=abc\0ID=abc\0"]) {
      expect(holds(text)).toBe(true);
    }
  });

  it("takes no longer name, no longer value and no value that only mentions it", () => {
    for (const text of ["", "XID=abc\0", "ID=abcd\0", "A=ID=abc\0", "A= ID=abc\0", "ID=ab\0c\0"]) {
      expect(holds(text)).toBe(false);
    }
  });
});

describe("isWithin", () => {
  it("compares whole components", () => {
    expect(isWithin("/a/b", "/a/b")).toBe(true);
    expect(isWithin("/a/b/c", "/a/b")).toBe(true);
    expect(isWithin("/a/bc", "/a/b")).toBe(false);
    expect(isWithin("/a", "/a/b")).toBe(false);
    expect(isWithin("/a", "/")).toBe(true);
  });
});

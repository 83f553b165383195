import { expect, test } from "vitest";
import { clipboardRequest } from "./clipboard-request.ts";

const base64 = (bytes: Iterable<number>) => btoa(String.fromCharCode(...bytes));
const encoded = (text: string) => base64(new TextEncoder().encode(text));

test("a request carries text, in any alphabet", () => {
  expect(clipboardRequest(`c;${encoded("rm -rf ~ 🎉")}`)).toBe("rm -rf ~ 🎉");
  expect(clipboardRequest(`;${encoded("x")}`)).toBe("x");
});

test.each(["c;?", "c;", "", "c", "c;%%%", `c;${base64([0xff, 0xfe])}`])(
  "%s asks for nothing",
  (data) => {
    expect(clipboardRequest(data)).toBeNull();
  },
);

test("too much is refused", () => {
  expect(clipboardRequest(`c;${"eHh4".repeat(100_000)}`)).toBeNull();
});

import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";
import { linkCode, linkedSession } from "./link-code.ts";

test("an address carries a code, a session, or neither", () => {
  expect(linkCode("#link=a%2Bb")).toBe("a+b");
  expect([linkCode(""), linkCode("#link="), linkCode("#session=x")]).toEqual([null, null, null]);
  expect(linkedSession("#session=x")).toBe("x");
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8", "Browser on another system"],
])("%s is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});

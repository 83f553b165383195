import { expect, test } from "vitest";
import { baseName, shortPath, tildePath } from "./path-words.ts";

test.each([
  ["/home/sam/code", "~/code"],
  ["/home/sam", "~"],
  ["/Users/sam/code", "~/code"],
  ["/root/x", "~/x"],
  ["/rooted/x", "/rooted/x"],
  ["/srv/home/sam", "/srv/home/sam"],
])("%s is shown as %s", (path, words) => {
  expect(tildePath(path)).toBe(words);
});

test("a long path loses its middle and keeps its end", () => {
  const path = "/home/sam/.local/share/maestro/worktrees/atlas/fix-flaky-retry";
  expect(shortPath(path, 40)).toBe("~/…/worktrees/atlas/fix-flaky-retry");
  expect(shortPath(path, 20)).toBe("~/…/fix-flaky-retry");
  expect(shortPath(path, 10)).toBe("…aky-retry");
  expect(shortPath("~/code", 40)).toBe("~/code");
});

test("a name is the last part", () => {
  expect([baseName("/a/b/"), baseName("/"), baseName("x")]).toEqual(["b", "/", "x"]);
});

import { expect, test } from "vitest";
import { baseName, shortPath, tildePath } from "./path-words.ts";

test.each([
  ["/home/sam/code", "/home/sam", "~/code"],
  ["/home/sam", "/home/sam", "~"],
  ["/home/samira/x", "/home/sam", "/home/samira/x"],
  ["/home/other/x", "/home/sam", "/home/other/x"],
  ["/data/people/sam/x", "/data/people/sam", "~/x"],
  ["/root/x", "/root", "~/x"],
  ["/srv/x", "/", "/srv/x"],
  ["/home/sam/x", null, "/home/sam/x"],
])("%s in the home %s is shown as %s", (path, home, words) => {
  expect(tildePath(path, home)).toBe(words);
});

test("a long path loses its middle and keeps its end", () => {
  const home = "/home/sam";
  const path = `${home}/.local/share/maestro/worktrees/atlas/fix-flaky-retry`;
  expect(shortPath(path, 40, home)).toBe("~/…/worktrees/atlas/fix-flaky-retry");
  expect(shortPath(path, 20, home)).toBe("~/…/fix-flaky-retry");
  expect(shortPath(path, 10, home)).toBe("…aky-retry");
  expect(shortPath("/srv/data/worktrees/atlas/fix", 24, home)).toBe("/srv/…/atlas/fix");
  expect(shortPath(`${home}/code`, 40, home)).toBe("~/code");
});

test("a name is the last part", () => {
  expect([baseName("/a/b/"), baseName("/"), baseName("x")]).toEqual(["b", "/", "x"]);
});

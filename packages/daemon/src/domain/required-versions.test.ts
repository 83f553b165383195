import { expect, test } from "vitest";
import { checkVersions, isRecentEnough } from "./required-versions.ts";

test.each([
  ["tmux", "3.2", true],
  ["tmux", "3.2a", true],
  ["tmux", "3.3a", true],
  ["tmux", "3.10", true],
  ["tmux", "4.0", true],
  ["tmux", "3.1c", false],
  ["tmux", "2.9", false],
  ["tmux", "1.8", false],
  ["git", "2.31.0", true],
  ["git", "2.39.5", true],
  ["git", "3.0", true],
  ["git", "2.30.9", false],
  ["git", "1.99", false],
  ["git", "", false],
] as const)("%s %s is recent enough: %s", (tool, version, enough) => {
  expect(isRecentEnough(tool, version)).toBe(enough);
});

test("versions that serve are answered as they are", () => {
  const versions = { tmux: "3.3a", git: "2.39.5" };
  expect(checkVersions(versions)).toEqual(versions);
});

test.each([
  [{ tmux: null, git: "2.39.5" }, "tmux is not installed"],
  [{ tmux: "3.3a", git: null }, "git is not installed"],
  [{ tmux: "3.1", git: "2.39.5" }, "tmux 3.1 is too old"],
  [{ tmux: "3.3a", git: "2.20.1" }, "git 2.20.1 is too old"],
])("a program that is missing or too old is named, with what is needed: %j", (found, words) => {
  expect(() => checkVersions(found)).toThrow(words);
  expect(() => checkVersions(found)).toThrow(/3\.2|2\.31/);
});

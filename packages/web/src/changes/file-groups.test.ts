import type { ChangedFile } from "@maestro/protocol";
import { expect, test } from "vitest";
import { reasonWords } from "../retained/reason-words.ts";
import { fileGroups } from "./file-groups.ts";

const file = (path: string, changes: Partial<ChangedFile>): ChangedFile => ({
  path,
  old_path: null,
  kind: "modified",
  committed: false,
  staged: false,
  unstaged: false,
  untracked: false,
  additions: 1,
  deletions: 0,
  diff: null,
  omitted: null,
  ...changes,
});

test("files stand by what would keep them, and no file is left out", () => {
  const groups = fileGroups([
    file("committed", { committed: true }),
    file("both", { committed: true, unstaged: true }),
    file("new", { untracked: true, kind: "added" }),
    file("staged", { staged: true }),
  ]);
  expect(groups.map(({ title, files }) => [title, files.map(({ path }) => path)])).toEqual([
    ["Not committed", ["both", "staged"]],
    ["New, not in git", ["new"]],
    ["Committed", ["committed"]],
  ]);
});

test("a reason of a newer daemon is shown as it is", () => {
  expect(reasonWords({ reason: "force-killed", detail: null })).toBe(
    "You ended it with work in it",
  );
  expect(reasonWords({ reason: "removal-failed", detail: "locked" })).toBe("git refused: locked");
  expect(reasonWords({ reason: "moon-phase", detail: null })).toBe("moon-phase");
});

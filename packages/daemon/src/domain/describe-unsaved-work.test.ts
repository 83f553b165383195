import { expect, test } from "vitest";
import { describeUnsavedWork } from "./describe-unsaved-work.ts";
import { blockedBy, isClear, type UnsavedWork, unknownWork } from "./unsaved-work.ts";

const clear: UnsavedWork = { ...unknownWork(""), unknown: null };
const tree = { path: "/trees/repo/topic" };

test.each<[string, Partial<UnsavedWork>, string]>([
  ["one of a kind", { uncommitted: 1 }, "holds 1 changed file."],
  ["two kinds", { uncommitted: 3, untracked: 1 }, "holds 3 changed files and 1 new file."],
  [
    "all kinds",
    { uncommitted: 2, untracked: 4, unpushed: 1, inProgress: "rebase" },
    "holds 2 changed files, 4 new files, 1 commit on no remote and a rebase in progress.",
  ],
  ["only something under way", { inProgress: "merge" }, "holds a merge in progress."],
])("what is in the way is said in a sentence: %s", (_name, work, words) => {
  const text = describeUnsavedWork({ ...clear, ...work }, tree);
  expect(text).toContain(`/trees/repo/topic ${words}`);
  expect(text).toContain("force");
});

test("where git could not tell, its reason is said instead of counts", () => {
  const text = describeUnsavedWork(unknownWork("git timed out"), tree);
  expect(text).toContain("git timed out");
  expect(text).toContain(tree.path);
  expect(text).not.toContain("holds 0");
});

test("a tree is clear where all counts are nothing, and unknown is never clear", () => {
  expect(isClear(clear)).toBe(true);
  const inTheWay: Partial<UnsavedWork>[] = [
    { uncommitted: 1 },
    { untracked: 1 },
    { unpushed: 1 },
    { inProgress: "am" },
    { unknown: "" },
  ];
  for (const work of inTheWay) {
    expect(isClear({ ...clear, ...work })).toBe(false);
    expect(blockedBy({ ...clear, ...work })).toMatchObject(work);
  }
  expect(blockedBy(clear)).toBeNull();
});

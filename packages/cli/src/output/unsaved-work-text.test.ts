import type { UnsavedWork } from "@maestro/protocol";
import { expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { guardText, unsavedMark, unsavedSummary } from "./unsaved-work-text.ts";

const clear: UnsavedWork = {
  uncommitted: 0,
  untracked: 0,
  unpushed: 0,
  in_progress: null,
  unknown: null,
  truncated: false,
  samples: { uncommitted: [], untracked: [], unpushed: [] },
  notes: [],
};
const worktree = { path: "/w", base_repo: "/r", branch: "fix/it", base_commit: "abc" };

test("the guard says what would be lost, how to save it and what force does", () => {
  const files = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.ts`);
  const work: UnsavedWork = {
    ...clear,
    uncommitted: 9,
    untracked: 1,
    unpushed: 2,
    in_progress: "rebase",
    samples: {
      uncommitted: files,
      untracked: ["new\x1b.txt"],
      unpushed: [
        { id: "1234567", subject: "Fix it" },
        { id: "89abcde", subject: "Test it" },
      ],
    },
    notes: ["1 stash was made on this branch"],
  };
  expect(guardText(aSession({ worktree }), "quiet otter", work)).toBe(
    `Not ended: this worktree holds unsaved work
quiet otter is still running. Its worktree holds what no remote has:
  9 changed files, not committed
    a.ts
    b.ts
    c.ts
    d.ts
    e.ts
    and 4 more
  1 new file, not in git
    new�.txt
  2 commits, on no remote
    1234567 Fix it
    89abcde Test it
  Rebase in progress
  1 stash was made on this branch
To push the commits
  git push -u origin fix/it
If you end it now
  No file is deleted. The worktree stays on disk and is listed under Retained worktrees, where a
  session can be opened in it (maestro worktrees).
  maestro kill --force 'quiet otter'`,
  );
});

test("a session that ended is not dismissed, and is not said to run", () => {
  const text = guardText(aSession({ worktree, status: "dead" }), "x", { ...clear, untracked: 2 });
  expect(text).toMatch(/^Not dismissed: /);
  expect(text).toContain("2 new files, not in git");
  expect(text).not.toContain("still running");
  expect(text).not.toContain("git push");
});

test("where git could not tell, its reason stands", () => {
  const work = { ...clear, unknown: "the directory is gone" };
  expect(guardText(aSession({ worktree }), "x", work)).toMatch(
    /^Not ended: git could not tell whether this worktree holds unsaved work\n {2}the directory is gone\nIf /,
  );
});

test("counting that stopped early says so", () => {
  const work = { ...clear, untracked: 10_000, truncated: true };
  expect(guardText(aSession({ worktree }), "x", work)).toContain("at least 10000 new files");
});

test.each([
  [null, ""],
  [clear, ""],
  [{ ...clear, uncommitted: 3, untracked: 1, unpushed: 2 }, "±6"],
  [{ ...clear, in_progress: "merge" as const }, "±1"],
  [{ ...clear, unknown: "no" }, "±?"],
])("the mark of unsaved work (%#)", (work, mark) => {
  expect(unsavedMark(work)).toBe(mark);
});

test("in a few words", () => {
  expect(unsavedSummary(clear)).toBe("nothing unsaved");
  expect(unsavedSummary({ ...clear, uncommitted: 3, untracked: 1, unpushed: 1 })).toBe(
    "3 changed, 1 new, 1 commit",
  );
});

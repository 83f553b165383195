import type { ChangedFile } from "@maestro/protocol";
import { expect, test } from "vitest";
import { changesHead, fileLines, statTable } from "./changes-text.ts";
import { styleOf } from "./style.ts";

const plain = { style: styleOf(false), width: () => null };
const coloured = { style: styleOf(true), width: () => null };
const file = (over: Partial<ChangedFile> = {}): ChangedFile => ({
  path: "src/a.ts",
  old_path: null,
  kind: "modified",
  committed: true,
  staged: true,
  unstaged: true,
  untracked: false,
  additions: 1,
  deletions: 2,
  diff: "diff --git a/src/a.ts b/src/a.ts\n@@ -1,3 +1,2 @@ f()\n same\n-- a\n-\tb\n+++ c\n\\ No newline at end of file\n",
  omitted: null,
  ...over,
});

test("colours follow the sign of each line in a hunk, whatever stands behind it", () => {
  const lines = fileLines(coloured, file());
  const red = "\x1b[38;5;203m";
  const teal = "\x1b[38;5;79m";
  const grey = "\x1b[38;5;246m";
  const end = "\x1b[0m";
  expect(lines.slice(1)).toEqual([
    `${grey}@@ -1,3 +1,2 @@ f()${end}`,
    " same",
    `${red}-- a${end}`,
    `${red}-\tb${end}`,
    `${teal}+++ c${end}`,
    `${grey}\\ No newline at end of file${end}`,
  ]);
});

test("the head says name, counts and the steps of the change", () => {
  expect(fileLines(plain, file())[0]).toBe(
    "src/a.ts  +1 -2  changed, committed, staged, not staged",
  );
  const renamed = file({ kind: "renamed", old_path: "b\x1b[31m.ts", committed: false });
  expect(fileLines(plain, renamed)[0]).toBe(
    "b�[31m.ts → src/a.ts  +1 -2  renamed, staged, not staged",
  );
});

test("an escape sequence in a file never reaches the terminal", () => {
  const lines = fileLines(
    plain,
    file({ diff: "diff --git a/x b/x\n@@ -0,0 +1 @@\n+\x1b]0;x\x07\n" }),
  );
  expect(lines.at(-1)).toBe("+�]0;x�");
});

test("what is not shown says why, and a change without a hunk says what it is", () => {
  expect(fileLines(plain, file({ diff: null, omitted: "large" })).at(-1)).toBe(
    "  Too large to be shown.",
  );
  const mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
  expect(fileLines(plain, file({ diff: mode })).slice(1)).toEqual([
    "old mode 100644",
    "new mode 100755",
  ]);
});

test("no changes is a sentence; one file is one file", () => {
  const totals = { files: 0, additions: 0, deletions: 0 };
  const changes = { base: "0123456789abcdef", totals, files: [], commits: [], next: null };
  expect(changesHead(plain, changes)).toBe("No changes against 0123456789ab.");
  const one = { ...changes, totals: { files: 1, additions: 3, deletions: 0 } };
  expect(changesHead(plain, one)).toBe("1 file against 0123456789ab  +3 -0");
});

test("on a narrow terminal long names give way in the middle", () => {
  const long = file({ path: `src/${"deep/".repeat(10)}name.ts` });
  const [row = ""] = statTable({ ...plain, width: () => 50 }, [long]);
  expect(row.length).toBeLessThanOrEqual(50);
  expect(row).toMatch(/^changed {2}\+1 {2}-2 {2}src\/.*…/);
});

import { chmodSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Worktree } from "../../../domain/session.ts";
import type { ChangedFile, Changes, ChangesPage } from "../../../ports/changes.ts";
import { createScratch, makeTree, type Scratch } from "../support/scratch-repository.ts";

let scratch: Scratch;
let changes: Changes;
let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  scratch = createScratch();
  const layer = scratch.layer();
  changes = layer.changes;
  scratch.makeRepository();
  for (const name of ["b.txt", "c.txt", "d/e.txt"])
    scratch.write(`base/${name}`, `${name}\n2\n3\n4\n5\n`);
  scratch.commit("base", "more");
  scratch.git("base", "push", "-q", "origin", "main");
  tree = await makeTree(scratch, layer.worktrees);
});
afterEach(() => scratch.remove());

async function page(after: string | null = null): Promise<ChangesPage> {
  const answer = await changes.page(tree, after);
  if (answer === null) throw new Error("no page");
  return answer;
}

async function file(path: string): Promise<ChangedFile> {
  const found = (await page()).files.find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} is not listed`);
  return found;
}

test("a fresh tree has no changes", async () => {
  expect(await page()).toEqual({
    base: tree.baseCommit,
    totals: { files: 0, additions: 0, deletions: 0 },
    files: [],
    commits: [],
    next: null,
  });
});

test("the first page names the commits that no remote has, newest first", async () => {
  scratch.append(`${WT}/a.txt`, "1\n");
  scratch.commit(WT, "pushed");
  scratch.git(WT, "push", "-q", "origin", "HEAD:refs/heads/s1");
  scratch.git(WT, "fetch", "-q");
  scratch.append(`${WT}/a.txt`, "2\n");
  const first = scratch.commit(WT, "a first é");
  scratch.append(`${WT}/b.txt`, "3\n");
  const second = scratch.commit(WT, "a second");
  expect((await page()).commits).toEqual([
    { id: second, subject: "a second" },
    { id: first, subject: "a first é" },
  ]);
  expect((await page("a.txt")).commits).toEqual([]);
});

test("every step of a change is in one list, ordered by path, with counts", async () => {
  scratch.append(`${WT}/a.txt`, "committed\n");
  scratch.commit(WT, "work");
  scratch.append(`${WT}/a.txt`, "in the tree\n");
  scratch.append(`${WT}/b.txt`, "staged\n");
  scratch.git(WT, "add", "b.txt");
  rmSync(scratch.at(WT, "c.txt"));
  scratch.git(WT, "mv", "d/e.txt", "d/f.txt");
  scratch.write(`${WT}/new file`, "1\n2");
  const { files, totals } = await page();
  const steps = files.map((one) => [
    one.path,
    one.kind,
    [one.committed, one.staged, one.unstaged, one.untracked].map(Number).join(""),
    one.additions,
    one.deletions,
  ]);
  expect(steps).toEqual([
    ["a.txt", "modified", "1010", 2, 0],
    ["b.txt", "modified", "0100", 1, 0],
    ["c.txt", "deleted", "0010", 0, 5],
    ["d/f.txt", "renamed", "0100", 0, 0],
    ["new file", "added", "0001", 2, 0],
  ]);
  expect(totals).toEqual({ files: 5, additions: 5, deletions: 5 });
  expect(files[3]?.oldPath).toBe("d/e.txt");
  expect(files[0]?.diff).toContain("+committed\n+in the tree\n");
  expect(files[4]?.diff).toBe(
    "diff --git a/new file b/new file\nnew file mode 100644\n--- /dev/null\n+++ b/new file\n" +
      "@@ -0,0 +1,2 @@\n+1\n+2\n\\ No newline at end of file\n",
  );
});

test("A43 work that only the index holds is listed", async () => {
  scratch.append(`${WT}/a.txt`, "staged\n");
  scratch.git(WT, "add", "a.txt");
  scratch.write(`${WT}/a.txt`, "one\n");
  expect(await file("a.txt")).toMatchObject({ staged: true, unstaged: true, diff: "" });
});

test("A31 edits that the index hides are listed", async () => {
  scratch.git(WT, "update-index", "--assume-unchanged", "a.txt");
  scratch.git(WT, "update-index", "--skip-worktree", "b.txt");
  scratch.append(`${WT}/a.txt`, "hidden\n");
  scratch.append(`${WT}/b.txt`, "hidden\n");
  expect((await file("a.txt")).diff).toContain("+hidden");
  expect(await file("b.txt")).toMatchObject({ unstaged: true, additions: 1 });
});

test("binary files, links, changed types and conflicts", async () => {
  scratch.write(`${WT}/bin`, "a\0b");
  scratch.git(WT, "add", "bin");
  scratch.write(`${WT}/new.bin`, "a\0b");
  symlinkSync("a.txt", scratch.at(WT, "link"));
  rmSync(scratch.at(WT, "b.txt"));
  symlinkSync("a.txt", scratch.at(WT, "b.txt"));
  scratch.append(`${WT}/c.txt`, "stashed\n");
  scratch.git(WT, "stash", "push", "-q", "--", "c.txt");
  scratch.append(`${WT}/c.txt`, "committed\n");
  scratch.git(WT, "commit", "-q", "-m", "other", "--", "c.txt");
  expect(() => scratch.git(WT, "stash", "pop")).toThrow("stash pop");
  expect(await file("bin")).toMatchObject({ kind: "added", additions: null, omitted: "binary" });
  expect(await file("new.bin")).toMatchObject({ additions: null, diff: null, omitted: "binary" });
  expect((await file("link")).diff).toContain("new file mode 120000");
  expect((await file("link")).diff).toContain("+a.txt\n\\ No newline");
  const typed = await file("b.txt");
  expect(typed.kind).toBe("type-changed");
  expect(typed.diff).toMatch(/deleted file mode 100644.*new file mode 120000/s);
  const conflicted = await file("c.txt");
  expect(conflicted).toMatchObject({ kind: "conflicted", committed: true });
  expect(conflicted.diff).toContain("+<<<<<<<");
});

test("large diffs and files are left out, and a huge new file is never read whole", async () => {
  scratch.write(`${WT}/a.txt`, "line\n".repeat(20_000));
  scratch.write(`${WT}/b.txt`, "line\n".repeat(600_000));
  scratch.write(`${WT}/huge`, "text\n");
  // Sparse: it would not fit in memory.
  truncateSync(scratch.at(WT, "huge"), 2 ** 36);
  scratch.write(`${WT}/large`, "text\n".repeat(20_000));
  expect(await file("a.txt")).toMatchObject({ additions: 20_000, diff: null, omitted: "large" });
  expect(await file("b.txt")).toMatchObject({ additions: null, diff: null, omitted: "large" });
  expect(await file("large")).toMatchObject({ additions: null, diff: null, omitted: "large" });
  expect(await file("huge")).toMatchObject({ additions: null, diff: null, omitted: "binary" });
});

test("pages follow each other without gap or repetition", async () => {
  for (let n = 0; n < 230; n++) scratch.write(`${WT}/n/${n}`, "1\n");
  for (let n = 0; n < 20; n++) scratch.write(`${WT}/m/${n}`, `${"x".repeat(79)}\n`.repeat(700));
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null; ;) {
    const { files, next, totals } = await page(after);
    expect(totals.files).toBe(250);
    seen.push(...files.map((one) => one.path));
    sizes.push(files.length);
    if (next === null) break;
    expect(next).toBe(files.at(-1)?.path);
    after = next;
  }
  expect(seen).toHaveLength(250);
  expect(seen).toEqual([...new Set(seen)].sort());
  // Ten diffs of 55 kB fill a page, two hundred files do as well.
  expect(sizes[0]).toBe(10);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
});

test("names of every sort keep their diffs apart", async () => {
  const names = ['q"uote', "tab\t", "new\nline", "ü", ":(glob)*", "-rf", "a b", "*"];
  for (const name of names) {
    scratch.write(`${WT}/${name}`, "1\n");
  }
  scratch.git(WT, "add", "-A");
  scratch.git(WT, "commit", "-q", "-m", "names");
  for (const name of names) scratch.append(`${WT}/${name}`, `diff --git a/${name}\n`);
  const { files } = await page();
  expect(files.map((one) => one.path)).toEqual([...names].sort());
  for (const one of files) {
    expect(one.diff).toContain(`+diff --git a/${one.path.split("\n")[0]}`);
    expect(one).toMatchObject({ kind: "added", committed: true, unstaged: true });
  }
});

test("no setting of the user's changes what is shown, and nothing is written", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.write(`${WT}/new`, "1\n");
  scratch.git(WT, "mv", "b.txt", "z.txt");
  const before = await page();
  const settings = {
    "color.ui": "always",
    "diff.noprefix": "true",
    "diff.mnemonicPrefix": "true",
    "diff.external": "false",
    "diff.renames": "false",
    "diff.context": "0",
    "diff.orderFile": scratch.at("order"),
    "diff.relative": "true",
    "diff.x.textconv": "tr a-z A-Z <",
    "status.showUntrackedFiles": "no",
    "core.quotePath": "true",
    "core.attributesFile": scratch.at("attributes"),
  };
  scratch.write("order", "z*\n");
  scratch.write("attributes", "*.txt diff=x\n");
  for (const [name, value] of Object.entries(settings)) {
    scratch.git(".", "config", "--global", name, value);
  }
  const index = scratch.git(WT, "ls-files", "--debug");
  expect(await page()).toEqual(before);
  expect(scratch.git(WT, "ls-files", "--debug")).toBe(index);
});

test("what a tree was moved to before its start is not shown as taken away", async () => {
  scratch.write("base/later", "1\n");
  scratch.commit("base", "later");
  const young = await scratch.layer().worktrees.create({
    baseRepo: scratch.at("base"),
    branch: "s2",
    createBranch: true,
    base: "main",
  });
  if (young.kind !== "created") throw new Error(young.message);
  tree = young.worktree;
  scratch.git("worktrees/base/s2", "reset", "-q", "--hard", "HEAD~1");
  scratch.write("worktrees/base/s2/own", "1\n");
  expect((await page()).files.map((one) => one.path)).toEqual(["own"]);
});

test("A18 where git cannot tell there is no page", async () => {
  rmSync(scratch.at(WT, ".git"));
  expect(await changes.page(tree, null)).toBeNull();
});

test("a mode that changed alone has a diff, and a repository inside is named", async () => {
  chmodSync(scratch.at(WT, "a.txt"), 0o755);
  scratch.git(WT, "init", "-q", "tool");
  expect((await file("a.txt")).diff).toContain("new mode 100755");
  expect(await file("tool/")).toMatchObject({ kind: "added", untracked: true, diff: null });
});

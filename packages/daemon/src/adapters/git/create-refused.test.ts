import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Creation, WorktreeWish } from "../../ports/worktrees.ts";
import { tracesOfCreation, usualWish } from "./support/creating.ts";
import { scratch, worktrees } from "./support/each-test.ts";
import { created, makeTree } from "./support/scratch-repository.ts";

const create = (wish: Partial<WorktreeWish>): Promise<Creation> =>
  worktrees.create({ ...usualWish(scratch), ...wish });
const traces = (): unknown => tracesOfCreation(scratch);

test("A22 a branch that clashes with a ref namespace leaves nothing and works later", async () => {
  scratch.makeRepository();
  scratch.git("base", "branch", "feature");
  scratch.git("base", "branch", "s1/x");
  const before = traces();
  const clash = await create({ branch: "feature/x" });
  expect(clash).toMatchObject({ kind: "failed", holder: null });
  expect(clash.kind === "failed" && clash.message).toContain("refs/heads/feature");
  expect(await create({ branch: "s1" })).toMatchObject({ kind: "failed" });
  expect(traces()).toEqual(before);
  scratch.git("base", "branch", "-D", "feature");
  created(await create({ branch: "feature/x" }));
});

test.each(["--force", "--detach", "-", "@{-1}", "origin/nope", "HEAD:a.txt", "--output=x"])(
  "A25 %s as a base is refused and leaves nothing",
  async (base) => {
    scratch.makeRepository();
    const before = traces();
    expect(await create({ base })).toMatchObject({ kind: "failed" });
    expect(traces()).toEqual(before);
  },
);

test.each([
  "HEAD",
  "@",
  "@{-1}",
  "a@{1}",
  "-x",
  "--force",
  "a..b",
  "a b",
  "a.lock",
  "/a",
  "a/",
  "",
])("the branch name %j is refused before anything is made", async (branch) => {
  scratch.makeRepository();
  const before = traces();
  expect(await create({ branch })).toMatchObject({ kind: "invalid-branch" });
  expect(traces()).toEqual(before);
});

test("A27 a branch that is checked out elsewhere is git's refusal, with the holder", async () => {
  scratch.makeRepository();
  const tree = await makeTree(scratch, worktrees);
  const before = traces();
  const existing = { createBranch: false, base: null };
  expect(await create(existing)).toMatchObject({ kind: "failed", holder: tree.path });
  expect(await create({ ...existing, branch: "main" })).toMatchObject({
    kind: "failed",
    holder: scratch.at("base"),
  });
  expect(traces()).toEqual(before);
  scratch.write("worktrees/base/s1/b", "1");
  scratch.commit("worktrees/base/s1", "w1");
  const pause = ["-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "HEAD~1"];
  scratch.git("worktrees/base/s1", ...pause);
  expect(await create(existing)).toMatchObject({ kind: "failed", holder: tree.path });
});

const HOOK = "base/.git/hooks/post-checkout";

function installHook(script: string): void {
  scratch.write(HOOK, `#!/bin/sh\n${script}\n`);
  chmodSync(scratch.at(HOOK), 0o755);
}

test("A37 a post-checkout hook that fails after a right tree is a warning", async () => {
  scratch.makeRepository();
  installHook("echo boom >&2; exit 3");
  const creation = created(await create({}));
  expect(creation.warnings.join()).toContain("boom");
  expect(await worktrees.probe(creation.worktree)).toMatchObject({ uncommitted: 0, unknown: null });
});

test("A37 a failing hook that spoils the tree undoes the creation", async () => {
  scratch.makeRepository();
  const before = traces();
  installHook("echo spoiled >>a.txt; echo boom >&2; exit 3");
  expect(await create({})).toMatchObject({ kind: "failed", message: "boom" });
  expect(traces()).toEqual(before);
  rmSync(scratch.at(HOOK));
  created(await create({}));
});

test("A47 an empty repository is refused in git's words and ours", async () => {
  scratch.git(".", "init", "-q", "base");
  const refusal = await create({ base: null });
  expect(refusal.kind === "failed" && refusal.message).toContain("no commits yet");
  expect(existsSync(scratch.at("worktrees"))).toBe(false);
});

test("a directory that is no repository, or not there, is a failure", async () => {
  expect(await create({ baseRepo: scratch.at("home") })).toMatchObject({ kind: "failed" });
  expect(await create({ baseRepo: scratch.at("nowhere") })).toMatchObject({ kind: "failed" });
});

test("undo takes tree and branch back, and keeps both where somebody worked", async () => {
  scratch.makeRepository();
  const before = traces();
  const fresh = created(await create({}));
  scratch.write("worktrees/base/s1/set-up-by-a-command", "x");
  await worktrees.undo(fresh);
  expect(traces()).toEqual(before);
  const used = created(await create({}));
  scratch.write("worktrees/base/s1/x", "x");
  scratch.commit("worktrees/base/s1", "work");
  await worktrees.undo(used);
  expect(existsSync(used.worktree.path)).toBe(true);
  expect(scratch.git("base", "branch", "--list", "s1")).toContain("s1");
});

test("undo keeps what git cannot judge, and a tree that is away", async () => {
  scratch.makeRepository();
  const fresh = created(await create({}));
  const index = scratch.git("worktrees/base/s1", "rev-parse", "--git-path", "index");
  const content = readFileSync(index);
  scratch.write("worktrees/base/s1/work", "w");
  writeFileSync(index, "damaged");
  await worktrees.undo(fresh);
  expect(existsSync(`${fresh.worktree.path}/work`)).toBe(true);
  writeFileSync(index, content);
  const admin = scratch.git("worktrees/base/s1", "rev-parse", "--absolute-git-dir");
  writeFileSync(`${admin}/maestro.json`, JSON.stringify({ path: fresh.worktree.path, device: 1 }));
  renameSync(fresh.worktree.path, scratch.at("away"));
  await worktrees.undo(fresh);
  renameSync(scratch.at("away"), fresh.worktree.path);
  expect(await worktrees.probe(fresh.worktree)).toMatchObject({ untracked: 1, unknown: null });
});

test("A16 asking for the branch of a tree on a disk that is away leaves its entry alone", async () => {
  scratch.makeRepository();
  const tree = await makeTree(scratch, worktrees);
  scratch.write("worktrees/base/s1/work", "w");
  const mark = `${scratch.git("worktrees/base/s1", "rev-parse", "--absolute-git-dir")}/maestro.json`;
  writeFileSync(mark, JSON.stringify({ path: tree.path, device: 1 }));
  renameSync(tree.path, scratch.at("away"));
  const refusal = await create({ createBranch: false, base: null });
  expect(refusal).toMatchObject({ kind: "failed", holder: tree.path });
  expect(existsSync(tree.path)).toBe(false);
  renameSync(scratch.at("away"), tree.path);
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1, unknown: null });
});

test("where no directory can be made nothing is left either", async () => {
  scratch.makeRepository();
  scratch.write("file", "x");
  const nowhere = scratch.worktrees({ worktreesDir: scratch.at("file/below") });
  const before = traces();
  expect(await nowhere.create(usualWish(scratch))).toMatchObject({ kind: "failed" });
  expect(traces()).toEqual(before);
});

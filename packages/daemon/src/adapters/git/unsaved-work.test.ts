import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import { isClear } from "../../domain/unsaved-work.ts";
import { below, pristine, scratch, worktrees } from "./support/each-test.ts";
import { created, makeTree } from "./support/scratch-repository.ts";

/** Every file of the repository with the time it was written. */
function filesOf(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${lstatSync(`${directory}/${name}`).mtimeMs}`)
    .sort()
    .join("\n");
}

test("a pristine tree is clear and the probe writes nothing into the repository", async () => {
  const tree = await pristine();
  const before = filesOf(scratch.at("base/.git"));
  const work = await worktrees.probe(tree);
  expect(work).toMatchObject({ unknown: null, truncated: false, notes: [] });
  expect(isClear(work)).toBe(true);
  expect(filesOf(scratch.at("base/.git"))).toBe(before);
});

test("A01 a local-only commit on a branch without upstream is unpushed", async () => {
  const tree = await pristine();
  scratch.write(below(tree, "new.txt"), "x");
  const id = scratch.commit(below(tree), "w1");
  const work = await worktrees.probe(tree);
  expect(work).toMatchObject({ uncommitted: 0, untracked: 0, unpushed: 1, unknown: null });
  expect(work.samples.unpushed).toEqual([{ id: id.slice(0, 10), subject: "w1" }]);
});

test("A02 a commit on a detached HEAD is unpushed", async () => {
  const tree = await pristine();
  scratch.git(below(tree), "checkout", "-q", "--detach");
  scratch.write(below(tree, "new.txt"), "x");
  scratch.commit(below(tree), "w1");
  expect(await worktrees.probe(tree)).toMatchObject({ unpushed: 1, unknown: null });
  expect(await worktrees.currentBranch(tree)).toBeNull();
});

test("A04 a stash blocks nothing and is mentioned", async () => {
  const tree = await pristine();
  scratch.append(below(tree, "a.txt"), "edit\n");
  scratch.git(below(tree), "stash", "-q");
  const work = await worktrees.probe(tree);
  expect(isClear(work)).toBe(true);
  expect(work.notes).toEqual(["stash entries made on this branch: 1"]);
});

test("A05 dirt in a submodule counts though ignore=all hides it", async () => {
  scratch.makeRepository();
  scratch.git(".", "init", "-q", "subrepo");
  scratch.write("subrepo/s.txt", "s\n");
  scratch.commit("subrepo", "s1");
  scratch.git("base", "submodule", "--quiet", "add", scratch.at("subrepo"), "sub");
  scratch.git("base", "config", "-f", ".gitmodules", "submodule.sub.ignore", "all");
  scratch.commit("base", "sub");
  scratch.git("base", "push", "-q", "origin", "main");
  const tree = await makeTree(scratch, worktrees);
  scratch.git(below(tree), "submodule", "--quiet", "update", "--init");
  expect(isClear(await worktrees.probe(tree))).toBe(true);

  scratch.append(below(tree, "sub/s.txt"), "LOST\n");
  expect((await worktrees.probe(tree)).samples.uncommitted).toEqual(["sub", "sub/s.txt"]);
  scratch.commit(below(tree, "sub"), "in the submodule");
  scratch.git(below(tree), "add", "sub");
  expect((await worktrees.probe(tree)).samples.unpushed.map((one) => one.subject)).toEqual([
    "in the submodule",
  ]);
  expect(await worktrees.remove(tree)).toMatchObject({ kind: "has-submodules" });
});

test("files in a submodule that is not initialised are untracked", async () => {
  scratch.makeRepository();
  scratch.git(".", "init", "-q", "subrepo");
  scratch.write("subrepo/s.txt", "s\n");
  scratch.commit("subrepo", "s1");
  scratch.git("base", "submodule", "--quiet", "add", scratch.at("subrepo"), "sub");
  scratch.commit("base", "sub");
  scratch.git("base", "push", "-q", "origin", "main");
  const tree = await makeTree(scratch, worktrees);
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.write(below(tree, "sub/notes"), "w");
  expect((await worktrees.probe(tree)).samples.untracked).toEqual(["sub/notes"]);
});

test("A07 nested repositories are untracked, empty, bare and ignored ones too", async () => {
  const tree = await pristine();
  scratch.git(".", "init", "-q", below(tree, "tool"));
  scratch.write(below(tree, "tool/k"), "k");
  scratch.commit(below(tree, "tool"), "k");
  scratch.git(".", "init", "-q", below(tree, "empty-repo"));
  scratch.git(".", "init", "-q", below(tree, "scratch/deep/hidden"));
  scratch.git(".", "init", "-q", "--bare", below(tree, "scratch/bare.git"));
  const work = await worktrees.probe(tree);
  expect([...work.samples.untracked].sort()).toEqual([
    "empty-repo/",
    "scratch/bare.git/",
    "scratch/deep/hidden/",
    "tool/",
  ]);
});

test("A10 without a remote what was there at the start is clear, a new commit is not", async () => {
  scratch.git(".", "init", "-q", "base");
  scratch.write("base/a", "1");
  scratch.commit("base", "c1");
  const wish = { baseRepo: scratch.at("base"), branch: "s1", createBranch: true, base: null };
  const tree = created(await worktrees.create(wish)).worktree;
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.write(below(tree, "b"), "2");
  scratch.commit(below(tree), "w1");
  const work = await worktrees.probe(tree);
  expect(work.unpushed).toBe(1);
  expect(work.notes.join()).toContain("no remote");
});

test("A13 a branch that was merged and deleted upstream is clear", async () => {
  const tree = await pristine();
  scratch.write(below(tree, "b"), "x");
  scratch.commit(below(tree), "w");
  scratch.git(below(tree), "push", "-q", "-u", "origin", "s1");
  scratch.git(".", "clone", "-q", "origin.git", "other");
  scratch.git("other", "merge", "-q", "--no-ff", "origin/s1", "-m", "m");
  scratch.git("other", "push", "-q", "origin", "main");
  scratch.git("other", "push", "-q", "origin", "--delete", "s1");
  scratch.git("base", "fetch", "-q", "--prune");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
});

test("A28 a paused rebase with a clean tree on a pushed commit is in progress", async () => {
  const tree = await pristine();
  for (const name of ["1", "2"]) {
    scratch.write(below(tree, `b${name}`), name);
    scratch.commit(below(tree), `w${name}`);
  }
  scratch.git(
    below(tree),
    "-c",
    "sequence.editor=sed -i 1ibreak",
    "rebase",
    "-q",
    "-i",
    "origin/main",
  );
  expect(await worktrees.probe(tree)).toMatchObject({
    uncommitted: 0,
    unpushed: 0,
    inProgress: "rebase",
  });
  expect(await worktrees.currentBranch(tree)).toBeNull();
});

test("A30 a precious ignored file is untracked unless the main checkout has the same", async () => {
  const tree = await pristine();
  scratch.write(below(tree, ".env"), "KEY=1\n");
  scratch.write(below(tree, "node_modules/n"), "n");
  scratch.write(below(tree, "x.log"), "n");
  expect((await worktrees.probe(tree)).samples.untracked).toEqual([".env"]);
  scratch.write("base/.env", "KEY=2\n");
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1 });
  scratch.write("base/.env", "KEY=1\n");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  rmSync(`${tree.path}/.env`);
  symlinkSync(scratch.at("base/.env"), `${tree.path}/.env`);
  expect(isClear(await worktrees.probe(tree))).toBe(true);
});

test("A31 edits hidden by assume-unchanged and skip-worktree are uncommitted", async () => {
  const tree = await pristine();
  scratch.git(below(tree), "update-index", "--assume-unchanged", "a.txt");
  scratch.git(below(tree), "update-index", "--skip-worktree", ".gitignore");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.append(below(tree, "a.txt"), "LOST\n");
  expect((await worktrees.probe(tree)).samples.uncommitted).toEqual(["a.txt"]);
  scratch.append(below(tree, ".gitignore"), "LOST\n");
  const work = await worktrees.probe(tree);
  expect([...work.samples.uncommitted].sort()).toEqual([".gitignore", "a.txt"]);
  expect(scratch.git(below(tree), "ls-files", "-v")).toBe("S .gitignore\nh a.txt");
});

test("A31 a mode change counts only where the repository cares for modes", async () => {
  const tree = await pristine();
  chmodSync(`${tree.path}/a.txt`, 0o755);
  expect(await worktrees.probe(tree)).toMatchObject({ uncommitted: 1 });
  scratch.git("base", "config", "core.fileMode", "false");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
});

test("what a sparse checkout leaves out is no change, what somebody put there is", async () => {
  scratch.makeRepository();
  scratch.write("base/lib/l.txt", "l\n");
  scratch.write("base/app/a.txt", "a\n");
  scratch.commit("base", "two");
  scratch.git("base", "push", "-q", "origin", "main");
  const tree = await makeTree(scratch, worktrees);
  scratch.git(below(tree), "sparse-checkout", "set", "app");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.write(below(tree, "lib/l.txt"), "other\n");
  expect((await worktrees.probe(tree)).samples.uncommitted).toEqual(["lib/l.txt"]);
});

test("A33 untracked files count though the user's config hides them", async () => {
  const tree = await pristine();
  scratch.git(".", "config", "--global", "status.showUntrackedFiles", "no");
  scratch.write(below(tree, "work"), "w");
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1 });
  expect(await worktrees.remove(tree)).toMatchObject({ kind: "refused" });
});

test("A35 GIT_ variables of the daemon's environment change nothing", async () => {
  scratch.makeRepository();
  scratch.git(".", "init", "-q", "clean");
  scratch.write("clean/1", "1");
  scratch.commit("clean", "1");
  const leaking = scratch.worktrees({
    env: {
      ...scratch.env,
      GIT_DIR: scratch.at("clean/.git"),
      GIT_WORK_TREE: scratch.at("clean"),
      GIT_INDEX_FILE: scratch.at("clean/.git/index"),
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "status.showUntrackedFiles",
      GIT_CONFIG_VALUE_0: "no",
    },
  });
  const tree = await makeTree(scratch, leaking);
  expect(scratch.git("base", "worktree", "list")).toContain(tree.path);
  expect(scratch.git("clean", "worktree", "list")).not.toContain(tree.path);
  scratch.write(below(tree, "work"), "w");
  expect(await leaking.probe(tree)).toMatchObject({ untracked: 1, unknown: null });
});

test("A41 thirty thousand untracked files are counted, a few of them named", async () => {
  const tree = await pristine();
  mkdirSync(`${tree.path}/gen`);
  for (let n = 0; n < 30_000; n++) {
    writeFileSync(`${tree.path}/gen/an-untracked-file-with-a-fairly-long-name-${n}.txt`, "");
  }
  const work = await worktrees.probe(tree);
  expect(work.untracked).toBe(30_000);
  expect(work.samples.untracked).toHaveLength(20);
});

test("A42 a tag does not make a commit pushed, not even a pushed one", async () => {
  const tree = await pristine();
  scratch.write(below(tree, "b"), "x");
  scratch.commit(below(tree), "w");
  scratch.git(below(tree), "tag", "keep");
  expect(await worktrees.probe(tree)).toMatchObject({ unpushed: 1 });
  scratch.git(below(tree), "push", "-q", "origin", "keep");
  expect(await worktrees.probe(tree)).toMatchObject({ unpushed: 1 });
});

test("A43 work that only the index holds is uncommitted", async () => {
  const tree = await pristine();
  scratch.write(below(tree, "a.txt"), "STAGED\n");
  scratch.git(below(tree), "add", "a.txt");
  scratch.write(below(tree, "a.txt"), "one\n");
  scratch.write(below(tree, "new"), "n");
  scratch.git(below(tree), "add", "new");
  rmSync(`${tree.path}/new`);
  expect((await worktrees.probe(tree)).samples.uncommitted).toEqual(["a.txt", "new"]);
});

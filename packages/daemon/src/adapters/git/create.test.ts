import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import type { Creation, WorktreeWish } from "../../ports/worktrees.ts";
import { tracesOfCreation, usualWish } from "./support/creating.ts";
import { scratch, worktrees } from "./support/each-test.ts";
import { created, makeTree } from "./support/scratch-repository.ts";

const create = (wish: Partial<WorktreeWish>): Promise<Creation> =>
  worktrees.create({ ...usualWish(scratch), ...wish });
const traces = (): unknown => tracesOfCreation(scratch);

test("a tree of a new branch stands where it should, tracks nothing and records its base", async () => {
  scratch.makeRepository();
  const creation = created(await create({ branch: "feature/x" }));
  expect(creation).toEqual({
    kind: "created",
    madeBranch: true,
    warnings: [],
    worktree: {
      path: scratch.at("worktrees/base/feature-x"),
      baseRepo: scratch.at("base"),
      branch: "feature/x",
      baseCommit: scratch.git("base", "rev-parse", "origin/main"),
    },
  });
  expect(await worktrees.currentBranch(creation.worktree)).toBe("feature/x");
  expect(scratch.git("base", "config", "--local", "--list")).not.toContain("branch.feature/x");
});

test("A12 bare repositories, with worktrees and behind a .git file", async () => {
  scratch.makeRepository();
  scratch.git(".", "clone", "-q", "--bare", "origin.git", "proj.git");
  mkdirSync(scratch.at("p2"));
  scratch.git(".", "clone", "-q", "--bare", "origin.git", "p2/.bare");
  writeFileSync(scratch.at("p2/.git"), "gitdir: ./.bare\n");
  const wish = { branch: "s1", base: "main" };
  const bare = created(await create({ ...wish, baseRepo: scratch.at("proj.git") })).worktree;
  expect(bare).toMatchObject({
    path: scratch.at("worktrees/proj/s1"),
    baseRepo: scratch.at("proj.git"),
  });
  const pointed = created(await create({ ...wish, baseRepo: scratch.at("p2") })).worktree;
  expect(pointed).toMatchObject({
    path: scratch.at("worktrees/p2/s1"),
    baseRepo: scratch.at("p2/.bare"),
  });
  const again = created(await create({ branch: "s2", base: null, baseRepo: bare.path })).worktree;
  expect(again).toMatchObject({ baseRepo: scratch.at("proj.git") });

  expect(await worktrees.probe(bare)).toMatchObject({ unpushed: 0, unknown: null });
  scratch.write("worktrees/proj/s1/new", "x");
  scratch.commit("worktrees/proj/s1", "w1");
  const work = await worktrees.probe(bare);
  expect(work.unpushed).toBe(1);
  expect(work.notes.join()).toContain("no remote");
  expect(await worktrees.remove(pointed)).toEqual({ kind: "removed" });
});

test("A20 a linked worktree, a subdirectory and a symlink name the same repository", async () => {
  scratch.makeRepository();
  scratch.git("base", "worktree", "add", "-q", "-b", "mine", scratch.at("wt"), "origin/main");
  scratch.write("wt/pkg/deep/f", "x");
  symlinkSync("base", scratch.at("link"));
  for (const [branch, path] of [
    ["a", "wt/pkg/deep"],
    ["b", "link"],
    ["c", "wt"],
  ] as const) {
    const { worktree } = created(await create({ branch, baseRepo: scratch.at(path) }));
    expect(worktree.baseRepo).toBe(scratch.at("base"));
    expect(worktree.path).toBe(scratch.at("worktrees/base", branch));
    expect(await worktrees.remove(worktree)).toEqual({ kind: "removed" });
  }
  expect(existsSync(scratch.at("wt/pkg/deep/f"))).toBe(true);
  expect(await worktrees.locate(scratch.at("wt/pkg"))).toEqual({
    root: scratch.at("base"),
    branch: "mine",
  });
  expect(await worktrees.locate(scratch.at("home"))).toBeNull();
});

test("without a base the HEAD of the named checkout is the start", async () => {
  scratch.makeRepository();
  scratch.git("base", "worktree", "add", "-q", "-b", "mine", scratch.at("wt"), "origin/main");
  scratch.write("wt/f", "x");
  const head = scratch.commit("wt", "ahead");
  const { worktree } = created(await create({ base: null, baseRepo: scratch.at("wt") }));
  expect(worktree.baseCommit).toBe(head);
});

test("a submodule's main checkout is found from its own worktree too", async () => {
  scratch.makeRepository();
  scratch.git(".", "init", "-q", "subrepo");
  scratch.write("subrepo/s.txt", "s\n");
  scratch.commit("subrepo", "s1");
  scratch.git("base", "submodule", "--quiet", "add", scratch.at("subrepo"), "sub");
  const first = created(await create({ base: null, baseRepo: scratch.at("base/sub") })).worktree;
  expect(first.baseRepo).toBe(scratch.at("base/sub"));
  const second = created(await create({ branch: "s2", base: null, baseRepo: first.path }));
  expect(second.worktree.baseRepo).toBe(scratch.at("base/sub"));
  expect(await worktrees.remove(first)).toEqual({ kind: "removed" });
});

test("A23 whatever exists at the place is sidestepped and left alone", async () => {
  scratch.makeRepository();
  const home = "worktrees/base";
  scratch.write(`${home}/full/theirs`, "f");
  scratch.write(`${home}/file`, "f");
  mkdirSync(scratch.at(home, "empty"));
  mkdirSync(scratch.at("target"));
  symlinkSync(scratch.at("target"), scratch.at(home, "link"));
  symlinkSync(scratch.at("nowhere"), scratch.at(home, "dangling"));
  for (const branch of ["full", "file", "empty", "link", "dangling"]) {
    const { worktree } = created(await create({ branch }));
    expect(worktree.path).toBe(scratch.at(home, `${branch}-2`));
  }
  expect(readdirSync(scratch.at(home, "full"))).toEqual(["theirs"]);
  expect(readdirSync(scratch.at(home, "empty"))).toEqual([]);
  expect(readdirSync(scratch.at("target"))).toEqual([]);
  expect(lstatSync(scratch.at(home, "dangling")).isSymbolicLink()).toBe(true);
  expect(existsSync(scratch.at("nowhere"))).toBe(false);
});

test("a place that the entry of a tree that is away holds is sidestepped", async () => {
  scratch.makeRepository();
  const tree = await makeTree(scratch, worktrees);
  renameSync(tree.path, scratch.at("away"));
  const other = created(await create({ branch: "s1(" })).worktree;
  expect(other.path).toBe(`${tree.path}-2`);
  expect(existsSync(tree.path)).toBe(false);
  renameSync(scratch.at("away"), tree.path);
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 0, unknown: null });
});

test("two repositories of one name do not meet", async () => {
  scratch.makeRepository();
  scratch.git(".", "clone", "-q", "origin.git", "elsewhere/base");
  const one = created(await create({})).worktree;
  const two = created(await create({ baseRepo: scratch.at("elsewhere/base") })).worktree;
  expect(one.path).toBe(scratch.at("worktrees/base/s1"));
  expect(two.path).toBe(scratch.at("worktrees/base-2/s1"));
});

test("A25 a base is resolved once, and its id passed on", async () => {
  scratch.makeRepository();
  const { worktree } = created(await create({ base: "main~0" }));
  expect(worktree.baseCommit).toBe(scratch.git("base", "rev-parse", "main"));
});

test("an existing branch and a remote-tracking one get a tree", async () => {
  scratch.makeRepository();
  scratch.git("base", "branch", "local");
  scratch.git("base", "push", "-q", "origin", "main:theirs", "main:also/theirs");
  const existing = { createBranch: false, base: null };
  expect(created(await create({ ...existing, branch: "local" }))).toMatchObject({
    madeBranch: false,
  });
  for (const [branch, local] of [
    ["theirs", "theirs"],
    ["origin/also/theirs", "also/theirs"],
  ] as const) {
    const creation = created(await create({ ...existing, branch }));
    expect(creation).toMatchObject({ madeBranch: true, worktree: { branch: local } });
    expect(scratch.git("base", "rev-parse", "--abbrev-ref", `${local}@{upstream}`)).toBe(
      `origin/${local}`,
    );
  }
  const before = traces();
  for (const branch of ["nowhere", "origin/HEAD", "origin"]) {
    expect(await create({ ...existing, branch })).toMatchObject({ kind: "failed" });
  }
  expect(traces()).toEqual(before);
});

test("A39 twenty-four at once, half of them for one branch, beside a user's own", async () => {
  scratch.makeRepository();
  const users = (async () => {
    for (let n = 0; n < 6; n++) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        scratch.git(
          "base",
          "worktree",
          "add",
          "-q",
          "--no-track",
          "-b",
          `u${n}`,
          scratch.at(`u${n}`),
        );
      } catch {
        // A racing user may meet git's own race; only maestro's creations have to succeed.
      }
    }
  })();
  const dirty = await makeTree(scratch, worktrees, "dirty");
  scratch.write("worktrees/base/dirty/work", "w");
  const creating = { isOver: false };
  const guard = (async () => {
    const answers = [];
    while (!creating.isOver) answers.push(await worktrees.probe(dirty));
    return answers;
  })();
  const wishes = Array.from({ length: 24 }, (_, n) => create({ branch: n % 2 ? `d${n}` : "same" }));
  const results = await Promise.all(wishes);
  await users;
  creating.isOver = true;
  for (const answer of await guard) {
    expect(answer).toMatchObject({ untracked: 1, unpushed: 0, unknown: null });
  }
  const same = results.filter((_, n) => n % 2 === 0);
  expect(same.filter((one) => one.kind === "created")).toHaveLength(1);
  expect(results.filter((one) => one.kind === "created")).toHaveLength(13);
  for (const one of same.filter((result) => result.kind === "failed")) {
    expect(one.kind === "failed" && one.message).toContain("already exists");
  }
  const branches = scratch.git("base", "branch", "--format=%(refname:short)").split("\n");
  expect(branches.filter((name) => /^(d\d|same)/.test(name))).toHaveLength(13);
  const made = readdirSync(scratch.at("worktrees/base")).filter((name) => !name.startsWith("."));
  expect(made).toHaveLength(14);
});

test("the branch of a tree that is gone can be asked for again; other entries stay", async () => {
  scratch.makeRepository();
  const gone = await makeTree(scratch, worktrees, "s1");
  const other = await makeTree(scratch, worktrees, "s2");
  scratch.git("worktrees/base/s1", "checkout", "-q", "--detach");
  scratch.write("worktrees/base/s1/x", "x");
  const loose = scratch.commit("worktrees/base/s1", "only in the reflog");
  scratch.git("worktrees/base/s1", "checkout", "-q", "s1");
  rmSync(gone.path, { recursive: true });
  rmSync(other.path, { recursive: true });
  const again = created(await create({ createBranch: false, base: null })).worktree;
  expect(again.branch).toBe("s1");
  expect(scratch.git("base", "worktree", "list")).toContain(other.path);
  const pins = scratch.git("base", "for-each-ref", "--format=%(objectname)", "refs/maestro/rescue");
  expect(pins).toBe(loose);
});

test("paths with spaces, quotes, colons and a line break", async () => {
  scratch.makeRepository();
  const odd = "odd 'na\"me': a\nb";
  scratch.git(".", "clone", "-q", "origin.git", odd);
  const place = scratch.worktrees({ worktreesDir: scratch.at("w:t \n\"d'") });
  const wish = { baseRepo: scratch.at(odd), branch: "фича/один", createBranch: true, base: null };
  const tree = created(await place.create(wish)).worktree;
  expect(tree.path).toBe(realpathSync(tree.path));
  expect(tree.path.endsWith("/фича-один")).toBe(true);
  scratch.write(`${tree.path.slice(scratch.root.length + 1)}/new\nfile`, "x");
  expect((await place.probe(tree)).samples.untracked).toEqual(["new\nfile"]);
  rmSync(`${tree.path}/new\nfile`);
  expect(await place.remove(tree)).toEqual({ kind: "removed" });
});

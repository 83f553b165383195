import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { isClear } from "../../domain/unsaved-work.ts";
import type { Worktree } from "../../domain/session.ts";
import { pristine, scratch, worktrees } from "./support/each-test.ts";
import { AS_ORDINARY_USER, withGitInFront } from "./support/git-in-front.ts";
import { makeTree } from "./support/scratch-repository.ts";

let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  tree = await pristine();
});

const branches = (): string => scratch.git("base", "for-each-ref", "refs/heads");
const rescued = (): readonly string[] =>
  scratch
    .git("base", "for-each-ref", "--format=%(objectname)", "refs/maestro/rescue")
    .split("\n")
    .filter((id) => id !== "");

test("a clear tree goes with its registration; branch and stashes stay, nothing is pinned", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.git(WT, "stash", "-q");
  const before = branches();
  expect(await worktrees.remove(tree)).toEqual({ kind: "removed" });
  expect(existsSync(tree.path)).toBe(false);
  expect(scratch.git("base", "worktree", "list").split("\n")).toHaveLength(1);
  expect(branches()).toBe(before);
  expect(scratch.git("base", "stash", "list")).toContain("WIP on s1");
  expect(rescued()).toEqual([]);
  expect(await worktrees.remove(tree)).toEqual({ kind: "missing" });
});

test("A02 what only the tree keeps alive is pinned before it goes", async () => {
  scratch.git(WT, "checkout", "-q", "--detach");
  scratch.write(`${WT}/x`, "1");
  scratch.commit(WT, "first");
  scratch.write(`${WT}/y`, "2");
  const loose = scratch.commit(WT, "second");
  scratch.git(WT, "checkout", "-q", "s1");
  scratch.git(WT, "checkout", "-q", "--orphan", "other");
  const own = scratch.commit(WT, "in a ref of its own");
  scratch.git(WT, "update-ref", "refs/worktree/mine", own);
  scratch.git(WT, "checkout", "-q", "s1");
  scratch.git(WT, "branch", "-q", "-D", "other");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  expect(await worktrees.remove(tree)).toEqual({ kind: "removed" });
  expect([...rescued()].sort()).toEqual([loose, own].sort());
  scratch.git("base", "reflog", "expire", "--expire=now", "--all");
  scratch.git("base", "gc", "-q", "--prune=now");
  expect(scratch.git("base", "cat-file", "-t", loose)).toBe("commit");
});

test("a submodule that was set up once keeps the tree, one that never was does not", async () => {
  scratch.git(".", "init", "-q", "subrepo");
  scratch.write("subrepo/s.txt", "s\n");
  scratch.commit("subrepo", "s1");
  scratch.git("base", "submodule", "--quiet", "add", scratch.at("subrepo"), "sub");
  scratch.commit("base", "sub");
  scratch.git("base", "push", "-q", "origin", "main");
  const [former, never] = [
    await makeTree(scratch, worktrees, "once"),
    await makeTree(scratch, worktrees, "never"),
  ];
  scratch.git("worktrees/base/once", "submodule", "--quiet", "update", "--init");
  scratch.git("worktrees/base/once", "submodule", "--quiet", "deinit", "--all");
  expect(isClear(await worktrees.probe(former))).toBe(true);
  expect(await worktrees.remove(former)).toMatchObject({ kind: "has-submodules" });
  expect(existsSync(former.path)).toBe(true);
  expect(await worktrees.remove(never)).toEqual({ kind: "removed" });
});

test("A07 a repository that was begun around tracked files stays, though git calls the tree clean", async () => {
  scratch.write("base/lib/f", "1");
  scratch.commit("base", "lib");
  scratch.git("base", "push", "-q", "origin", "main");
  scratch.git(WT, "reset", "-q", "--hard", "main");
  scratch.git(`${WT}/lib`, "init", "-q");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  const removal = await worktrees.remove(tree);
  expect(removal.kind === "refused" && removal.message).toContain("lib/");
  expect(existsSync(`${tree.path}/lib/.git`)).toBe(true);
});

test("many removals and creations at once do not disturb each other", async () => {
  const trees = [tree];
  for (let n = 0; n < 7; n++) trees.push(await makeTree(scratch, worktrees, `r${n}`));
  const [removals, made] = await Promise.all([
    Promise.all(trees.map((one) => worktrees.remove(one))),
    Promise.all(trees.map((_, n) => makeTree(scratch, worktrees, `n${n}`))),
  ]);
  expect(removals).toEqual(trees.map(() => ({ kind: "removed" })));
  expect(made.every((one) => existsSync(one.path))).toBe(true);
});

test("A15 a locked tree stays, with git's reason and no word of more force", async () => {
  scratch.git("base", "worktree", "lock", "--reason", "on usb", tree.path);
  const removal = await worktrees.remove(tree);
  expect(removal).toMatchObject({ kind: "refused" });
  expect(removal.kind === "refused" && removal.message).toContain("on usb");
  expect(removal.kind === "refused" && removal.message).not.toContain("-f");
  expect(existsSync(tree.path)).toBe(true);
});

test("A16 a tree that is away keeps its registration", async () => {
  rmSync(tree.path, { recursive: true });
  expect(await worktrees.remove(tree)).toEqual({ kind: "missing" });
  expect(scratch.git("base", "worktree", "list")).toContain(tree.path);
});

test("A20 the main checkout is never removed, even where a record names it", async () => {
  const wrong = { ...tree, path: scratch.at("base") };
  expect((await worktrees.probe(wrong)).unknown).not.toBeNull();
  expect(await worktrees.remove(wrong)).toMatchObject({ kind: "refused" });
  expect(existsSync(scratch.at("base/a.txt"))).toBe(true);
});

test("a tree that another registered one lies inside stays", async () => {
  scratch.git("base", "worktree", "add", "-q", "-b", "in", `${tree.path}/scratch/in`);
  const removal = await worktrees.remove(tree);
  expect(removal.kind === "refused" && removal.message).toContain("scratch/in");
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1 });
});

const LATE: readonly (readonly [string, string, () => void])[] = [
  ["a new file", "1 new file", () => scratch.write(`${WT}/late`, "w")],
  ["a precious file", "1 new file", () => scratch.write(`${WT}/.env`, "w")],
  [
    "a commit on no branch",
    "1 commit",
    () => {
      scratch.git(WT, "checkout", "-q", "--detach");
      scratch.git(WT, "commit", "-q", "--allow-empty", "-m", "late");
    },
  ],
  [
    "a hidden edit",
    "1 changed file",
    () => {
      scratch.git(WT, "update-index", "--assume-unchanged", "a.txt");
      scratch.append(`${WT}/a.txt`, "late\n");
    },
  ],
];

test.each(LATE)("A46 %s of somebody who was gone when he was looked for", async (_, words, act) => {
  let looks = 0;
  const late = scratch.worktrees({
    livesIn: async () => {
      if (looks++ === 0) act();
      return null;
    },
  });
  expect(isClear(await late.probe(tree))).toBe(true);
  const removal = await late.remove(tree);
  expect(removal.kind === "refused" && removal.message).toContain(words);
  expect(existsSync(tree.path)).toBe(true);
});

test("A46 a tree that a process works in stays until it is gone", async () => {
  const child = spawn("sleep", ["60"], { cwd: tree.path, stdio: "ignore" });
  await once(child, "spawn");
  const removal = await worktrees.remove(tree);
  expect(removal.kind === "refused" && removal.message).toContain(String(child.pid));
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await worktrees.remove(tree)).toEqual({ kind: "removed" });
});

test("A46 whoever the daemon knows to live in the tree keeps it", async () => {
  const lived = scratch.worktrees({ livesIn: async () => "session B works in it" });
  expect(await lived.remove(tree)).toEqual({
    kind: "refused",
    message: "in use: session B works in it",
  });
});

test("a moved tree is removed where it is", async () => {
  scratch.git("base", "worktree", "move", tree.path, scratch.at("moved"));
  expect(await worktrees.remove(tree)).toEqual({ kind: "removed" });
  expect(existsSync(scratch.at("moved"))).toBe(false);
});

function chownAll(path: string, id: number): void {
  chownSync(path, id, id);
  for (const name of readdirSync(path, { recursive: true, encoding: "utf8" })) {
    chownSync(`${path}/${name}`, id, id);
  }
}

// Root may delete from read-only directories: git has to run as an ordinary user to fail half way.
const isRoot = process.getuid?.() === 0;
test.runIf(isRoot)(
  "A44 a removal that stops half way can be retried, and touched ones wait",
  async () => {
    scratch.write(`${WT}/scratch/ro/f`, "x");
    const env = withGitInFront(scratch, AS_ORDINARY_USER);
    chmodSync(`${tree.path}/scratch/ro`, 0o555);
    chownAll(scratch.root, 65_534);
    const ordinary = scratch.worktrees({ env });
    expect(isClear(await ordinary.probe(tree))).toBe(true);

    const removal = await ordinary.remove(tree);
    expect(removal.kind === "refused" && removal.message).toMatch(
      /Permission denied[^]*no longer registered with git/,
    );
    expect(existsSync(`${tree.path}/scratch/ro/f`)).toBe(true);
    expect(isClear(await ordinary.probe(tree))).toBe(true);

    scratch.write(`${WT}/scratch/late`, "w");
    expect((await ordinary.probe(tree)).unknown).not.toBeNull();
    expect(await ordinary.remove(tree)).toMatchObject({ kind: "refused" });
    rmSync(`${tree.path}/scratch/late`);
    expect(await ordinary.remove(tree)).toEqual({ kind: "removed" });
    expect(existsSync(tree.path)).toBe(false);
  },
);

test.runIf(isRoot)("a directory that cannot be read makes the answer unknown", async () => {
  scratch.write(`${WT}/closed/f`, "x");
  const env = withGitInFront(scratch, AS_ORDINARY_USER);
  chownAll(scratch.root, 65_534);
  chmodSync(`${tree.path}/closed`, 0o000);
  const ordinary = scratch.worktrees({ env });
  expect((await ordinary.probe(tree)).unknown).toContain("closed");
});

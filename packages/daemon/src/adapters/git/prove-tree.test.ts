import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isClear } from "../../domain/unsaved-work.ts";
import { below, pristine, scratch, worktrees } from "./support/each-test.ts";
import { makeTree } from "./support/scratch-repository.ts";

test("A16 a tree that is away is unknown, and usable when it is back", async () => {
  const tree = await pristine();
  scratch.write(below(tree, "work"), "w");
  renameSync(tree.path, scratch.at("away"));
  expect((await worktrees.probe(tree)).unknown).toContain("cannot inspect");
  expect(await worktrees.remove(tree)).toEqual({ kind: "missing" });
  renameSync(scratch.at("away"), tree.path);
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1, unknown: null });
});

test("A18 a tree inside the base repository that lost its .git is unknown", async () => {
  scratch.makeRepository();
  scratch.append("base/.gitignore", ".worktrees/\n");
  scratch.commit("base", "ign");
  scratch.git("base", "push", "-q", "origin", "main");
  const inside = scratch.worktrees({ worktreesDir: ".worktrees" });
  const tree = await makeTree(scratch, inside);
  expect(tree.path).toBe(scratch.at("base/.worktrees/base/s1"));
  scratch.write(below(tree, "work"), "w");
  rmSync(`${tree.path}/.git`);
  expect((await inside.probe(tree)).unknown).toContain("answers for");
  expect(await inside.remove(tree)).toMatchObject({ kind: "refused" });
});

test("a tree that git has moved is followed", async () => {
  const tree = await pristine();
  scratch.git("base", "worktree", "move", tree.path, scratch.at("elsewhere"));
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.write("elsewhere/work", "w");
  expect(await worktrees.probe(tree)).toMatchObject({ untracked: 1, unknown: null });
  expect(await worktrees.currentBranch(tree)).toBe("s1");
});

test("a tree that became a link to somewhere else is unknown", async () => {
  const tree = await pristine();
  renameSync(tree.path, scratch.at("away"));
  symlinkSync(scratch.at("away"), tree.path);
  expect((await worktrees.probe(tree)).unknown).toContain("symbolic link");
});

test("a probe that runs out of time is unknown", async () => {
  const tree = await pristine();
  const hasty = scratch.worktrees({ probeTimeoutMs: 1 });
  expect((await hasty.probe(tree)).unknown).not.toBeNull();
});

test("a broken branch is unknown, an orphan one without files is clear", async () => {
  const tree = await pristine();
  scratch.git(below(tree), "switch", "-q", "--orphan", "fresh");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
  scratch.write("base/.git/refs/heads/fresh", "garbage\n");
  expect((await worktrees.probe(tree)).unknown).not.toBeNull();
});

test("a lock that somebody left on the index hinders no probe", async () => {
  const tree = await pristine();
  const gitDir = scratch.git(below(tree), "rev-parse", "--absolute-git-dir");
  writeFileSync(`${gitDir}/index.lock`, "");
  expect(isClear(await worktrees.probe(tree))).toBe(true);
});

test("a filter of the user's that hangs makes the answer unknown, in bounded time", async () => {
  const tree = await pristine();
  scratch.git("base", "config", "filter.slow.clean", "sleep 600");
  scratch.write(below(tree, ".gitattributes"), "a.txt filter=slow\n");
  scratch.write(below(tree, "a.txt"), "two\n");
  const hasty = scratch.worktrees({ probeTimeoutMs: 3000 });
  expect((await hasty.probe(tree)).unknown).not.toBeNull();
});

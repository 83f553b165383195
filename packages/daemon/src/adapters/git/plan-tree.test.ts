import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorktreeWish } from "../../ports/worktrees.ts";
import { created, createScratch, type Scratch } from "./support/scratch-repository.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
  scratch.makeRepository();
});
afterEach(() => scratch.remove());

const wish = (over: Partial<WorktreeWish> = {}): WorktreeWish => ({
  baseRepo: scratch.at("base"),
  branch: "feature/x",
  createBranch: true,
  base: null,
  ...over,
});

test("a plan is what the creation then makes, and makes nothing itself", async () => {
  const worktrees = scratch.worktrees();
  const planned = await worktrees.plan(wish());
  expect(existsSync(scratch.worktreesDir)).toBe(false);
  expect(scratch.git("base", "branch", "--list", "feature/x")).toBe("");
  const { worktree, madeBranch } = created(await worktrees.create(wish()));
  expect(planned).toEqual({ kind: "plan", plan: { worktree, madeBranch } });
});

test("a place that exists in any form is passed by, also one that a dangling link holds", async () => {
  const worktrees = scratch.worktrees();
  const { worktree } = created(await worktrees.create(wish({ branch: "other" })));
  const home = scratch.at("worktrees", "base");
  expect(worktree.path).toBe(`${home}/other`);
  mkdirSync(`${home}/feature-x`);
  symlinkSync("nowhere", `${home}/feature-x-2`);
  const before = readdirSync(home).sort();
  const planned = await worktrees.plan(wish());
  expect(planned).toMatchObject({ plan: { worktree: { path: `${home}/feature-x-3` } } });
  expect(readdirSync(home).sort()).toEqual(before);
});

test("the directory of another repository of this name is passed by", async () => {
  const worktrees = scratch.worktrees();
  scratch.git(".", "clone", "-q", "origin.git", "other/base");
  created(await worktrees.create(wish({ baseRepo: scratch.at("other/base") })));
  const planned = await worktrees.plan(wish());
  expect(planned).toMatchObject({
    plan: { worktree: { path: scratch.at("worktrees/base-2/feature-x") } },
  });
});

test("a branch that a remote has alone starts there and is made", async () => {
  const worktrees = scratch.worktrees();
  scratch.git("base", "push", "-q", "origin", "main:theirs");
  scratch.git("base", "fetch", "-q");
  const planned = await worktrees.plan(wish({ branch: "origin/theirs", createBranch: false }));
  expect(planned).toMatchObject({
    plan: {
      worktree: { branch: "theirs", baseCommit: scratch.git("base", "rev-parse", "main") },
      madeBranch: true,
    },
  });
});

test("why there is no plan: no such branch or base, no branch name, no repository", async () => {
  const worktrees = scratch.worktrees();
  const kindOf = async (over: Partial<WorktreeWish>) => (await worktrees.plan(wish(over))).kind;
  expect(await kindOf({ branch: "nowhere", createBranch: false })).toBe("failed");
  expect(await kindOf({ base: "nowhere" })).toBe("failed");
  expect(await kindOf({ branch: "a..b" })).toBe("invalid-branch");
  expect(await kindOf({ baseRepo: scratch.root })).toBe("failed");
});

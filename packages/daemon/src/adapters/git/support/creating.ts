import { existsSync, readdirSync } from "node:fs";
import type { WorktreeWish } from "../../../ports/worktrees.ts";
import type { Scratch } from "./scratch-repository.ts";

/** What most tests of a creation ask for: a new branch from what the remote has. */
export function usualWish(scratch: Scratch): WorktreeWish {
  return {
    baseRepo: scratch.at("base"),
    branch: "s1",
    createBranch: true,
    base: "origin/main",
  };
}

/** Everything a failed creation could have left behind. */
export function tracesOfCreation(scratch: Scratch): unknown {
  const home = scratch.at("worktrees/base");
  return {
    branches: scratch.git("base", "for-each-ref", "--format=%(refname) %(objectname)"),
    registered: scratch.git("base", "worktree", "list"),
    config: scratch.git("base", "config", "--local", "--list"),
    directories: existsSync(home) ? readdirSync(home).filter((name) => !name.startsWith(".")) : [],
  };
}

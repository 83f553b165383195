import type { Branches } from "../../ports/branches.ts";
import type { Changes } from "../../ports/changes.ts";
import type { Log } from "../../ports/log.ts";
import type { Rescue } from "../../ports/rescue.ts";
import type { SetUps } from "../../ports/set-up.ts";
import type { Worktrees } from "../../ports/worktrees.ts";
import { createBranches } from "./branches.ts";
import { createChanges } from "./changes/create-changes.ts";
import { openGit } from "./git.ts";
import type { Environment } from "./git-environment.ts";
import type { GitNeeds } from "./git-needs.ts";
import { createWorktrees } from "./git-worktrees.ts";
import { livesInByProc, type LivesIn } from "./lives-in.ts";
import { othersIn } from "./others-in.ts";
import { createQueue } from "./queue.ts";
import { createRescue } from "./rescue/create-rescue.ts";
import { createSetUps, type SetUpSettings } from "./set-up/create-set-ups.ts";
import { readVersion } from "./version.ts";

/** How the git layer is set up. */
export interface GitLayerOptions {
  /** Where worktrees are made; a relative path is relative to the base repository. */
  readonly worktreesDir: string;
  /** Patterns of ignored files that nobody wants to lose. */
  readonly precious: readonly string[];
  /** The daemon's own environment. */
  readonly env: Environment;
  readonly log?: Log;
  /** Who works in a directory; looks through /proc where left out. */
  readonly livesIn?: LivesIn;
  /** How long one probe may take in all. */
  readonly probeTimeoutMs?: number;
  /** What the user wants in every new tree, beside what its repository asks for. */
  readonly setUp?: Partial<SetUpSettings>;
}

/** Everything that git does for maestro. */
export interface GitLayer {
  readonly worktrees: Worktrees;
  readonly rescue: Rescue;
  readonly changes: Changes;
  readonly branches: Branches;
  readonly setUps: SetUps;
}

/** The git layer, its parts on one door to git and one queue. */
export function createGitLayer(options: GitLayerOptions): GitLayer {
  const git = openGit(options.env);
  let known: string | null = null;
  const needs: GitNeeds = {
    git,
    queue: createQueue(),
    worktreesDir: options.worktreesDir,
    precious: options.precious,
    livesIn: othersIn(git.calls, options.livesIn ?? livesInByProc),
    log: options.log ?? null,
    version: async () => (known ??= await readVersion(git)),
  };
  return {
    worktrees: createWorktrees(needs, options.probeTimeoutMs),
    rescue: createRescue(needs),
    changes: createChanges(needs),
    branches: createBranches(needs),
    setUps: createSetUps(needs, options.setUp),
  };
}

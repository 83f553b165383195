import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { occupiedBy } from "../../domain/occupied.ts";
import type { Removal } from "../../ports/worktrees.ts";
import type { Deadline } from "./deadline.ts";
import { whyNot, type Git } from "./git.ts";
import { describeInner, findInner } from "./inner-repository.ts";
import { findMountIn, isInside, type LivesIn } from "./lives-in.ts";
import { createIndexParser } from "./parse-index-entries.ts";
import type { ProvenTree } from "./prove-tree.ts";
import { readRegistrations, realPlace } from "./registration.ts";
import { isInitialised } from "./submodules.ts";

/** What to ask about a tree. */
interface ObstacleNeeds {
  readonly git: Git;
  readonly livesIn: LivesIn;
}

/** Whoever works in a tree, or whatever lies in it, that a removal would take with it. */
export async function findObstacle(
  needs: ObstacleNeeds,
  tree: ProvenTree,
  deadline: Deadline,
): Promise<Removal | null> {
  const occupant = await findOccupant(needs.livesIn, tree.top);
  if (occupant !== null) return refused(occupant);
  for (const registration of await readRegistrations(tree.commonDir)) {
    const place = await realPlace(registration);
    if (place !== null && place !== tree.top && isInside(place, tree.top)) {
      return refused(`another worktree lies inside it: ${place}`);
    }
  }
  return findRepositories(needs.git, tree, deadline);
}

/** Who or what occupies a directory, said for a person; null for nobody. */
export async function findOccupant(livesIn: LivesIn, path: string): Promise<string | null> {
  const mount = await findMountIn(path);
  if (mount !== null) return `a file system is mounted inside it: ${mount}`;
  const who = await livesIn(path);
  return who === null ? null : occupiedBy(who);
}

async function findRepositories(
  git: Git,
  tree: ProvenTree,
  deadline: Deadline,
): Promise<Removal | null> {
  // Their repositories stay here after a deinit, with whatever was committed in them.
  const kept = await readdir(join(tree.gitDir, "modules")).catch(() => [] as string[]);
  if (kept[0] !== undefined) return hasSubmodules(`it holds the submodule ${kept[0]}`, tree);
  const parser = createIndexParser({ directories: true });
  const answer = await git.read(["ls-files", "-v", "-s", "-z"], {
    cwd: tree.top,
    timeoutMs: deadline.left(),
    onStdout: (chunk) => {
      parser.feed(chunk);
      return "more";
    },
  });
  if (answer.kind !== "ok") return refused(whyNot(answer));
  const { gitlinks, directories = [] } = parser.findings();
  for (const name of gitlinks) {
    if (await isInitialised(tree.top, name)) {
      return hasSubmodules(`the submodule ${name.toString("utf8")} is initialised`, tree);
    }
  }
  const inner = await findInner(tree.top, directories);
  return inner === null ? null : refused(describeInner(inner));
}

/** The answer for a tree with submodules, with what a person can do. */
export function hasSubmodules(why: string, tree: ProvenTree): Removal {
  const command = `git --git-dir=${tree.commonDir} worktree remove --force ${tree.top}`;
  return {
    kind: "has-submodules",
    message: `${why}; their repositories would go with the tree. By hand: ${command}`,
  };
}

function refused(message: string): Removal {
  return { kind: "refused", message };
}

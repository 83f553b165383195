import type { Branch, Branches } from "../../ports/branches.ts";
import { currentBranchAt } from "./current-branch.ts";
import { deadlineIn, type Deadline } from "./deadline.ts";
import { textOf, type Git } from "./git.ts";
import type { GitNeeds } from "./git-needs.ts";
import { parseBranches, type FoundBranch, BRANCH_FORMAT } from "./parse-branches.ts";
import { readRegistrations } from "./registration.ts";
import { locateRepository, type Repository } from "./repository.ts";

const ASK_MS = 10_000;

/** More branches than this nobody looks through; the newest are kept. */
const MAX_BRANCHES = 1000;

/** The branches of repositories, as their refs tell them. */
export function createBranches({ git }: GitNeeds): Branches {
  return {
    async list(path) {
      const deadline = deadlineIn(ASK_MS);
      const located = await locateRepository(git, path, deadline);
      if (located.kind === "none") return null;
      const { repository } = located;
      const [found, holders] = await Promise.all([
        readBranches(git, repository, deadline),
        readHolders(repository),
      ]);
      return toBranches(found, holders).slice(0, MAX_BRANCHES);
    },
  };
}

async function readBranches(
  git: Git,
  { commonDir }: Repository,
  deadline: Deadline,
): Promise<readonly FoundBranch[]> {
  const call = { cwd: commonDir, timeoutMs: deadline.left() };
  const args = ["for-each-ref", "--sort=-committerdate", `--format=${BRANCH_FORMAT}`];
  const [refs, remotes] = await Promise.all([
    git.read([...args, "refs/heads/", "refs/remotes/"], call),
    git.read(["remote"], call),
  ]);
  const names = (textOf(remotes) ?? "").split("\n").filter((name) => name !== "");
  return parseBranches(textOf(refs) ?? "", names);
}

/** Which tree has which branch, the main checkout included. */
async function readHolders({ commonDir, root }: Repository): Promise<ReadonlyMap<string, string>> {
  const holders = new Map<string, string>();
  for (const { branch, path } of await readRegistrations(commonDir)) {
    if (branch !== null) holders.set(branch, path);
  }
  // The HEAD of a bare repository names a branch, but nothing is checked out.
  const main = root === commonDir ? null : await currentBranchAt(commonDir);
  if (main !== null) holders.set(main, root);
  return holders;
}

function toBranches(
  found: readonly FoundBranch[],
  holders: ReadonlyMap<string, string>,
): readonly Branch[] {
  const local = new Set(found.flatMap(({ name, remote }) => (remote === null ? [name] : [])));
  return found
    .filter(({ name, remote }) => remote === null || !local.has(name))
    .map((branch) => ({
      ...branch,
      checkedOutAt: branch.remote === null ? (holders.get(branch.name) ?? null) : null,
    }));
}

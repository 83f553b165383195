import type { Worktree } from "../../../domain/session.ts";
import type { Changes, ChangesPage } from "../../../ports/changes.ts";
import { deadlineIn, type Deadline } from "../deadline.ts";
import { textOf, type Git } from "../git.ts";
import type { GitNeeds } from "../git-needs.ts";
import { createIndexFindings } from "../index-findings.ts";
import { isObjectId, resolveCommit } from "../object-id.ts";
import { proveTree } from "../prove-tree.ts";
import { withRevealedIndex } from "../reveal-index.ts";
import { readOwnCommits } from "./own-commits.ts";
import { readPage } from "./read-page.ts";

const PAGE_MS = 20_000;
const NO_COMMITS: ChangesPage["commits"] = [];

/** What worktrees add to the commits they were made at. */
export function createChanges({ git, version, precious }: GitNeeds): Changes {
  const readIndex = createIndexFindings();
  return {
    async page(tree, after) {
      const deadline = deadlineIn(PAGE_MS);
      const proof = await proveTree(git, tree, deadline);
      if (proof.kind !== "proven") return null;
      const { top } = proof.tree;
      const base = await findBase(git, { top, tree }, deadline);
      if (base === null) return null;
      const look = { git, deadline, precious, gitVersion: await version() };
      const { baseRepo: main, branch, baseCommit } = tree;
      const place = { ...proof.tree, main, branch, baseCommit };
      const index = await readIndex(look, place);
      if (index.kind === "unknown") return null;
      const commits =
        after === null ? await readOwnCommits(git, { top, base }, deadline) : NO_COMMITS;
      const read = async (env: Readonly<Record<string, string>>): Promise<ChangesPage | null> => {
        const page = await readPage({ git, deadline, top, base, env }, after);
        return page === null ? null : { ...page, commits };
      };
      // Edits that the index hides are shown like any others.
      const revealed = await withRevealedIndex(look, place, index.index, ({ file }) =>
        read({ GIT_INDEX_FILE: file }),
      );
      if (revealed.kind === "plain") return read({});
      return revealed.kind === "revealed" ? revealed.value : null;
    },
  };
}

/**
 * The commit to compare with: the one the tree was made at, or, where the branch was moved to before
 * it since, the last one that both have.
 */
async function findBase(
  git: Git,
  at: { readonly top: string; readonly tree: Worktree },
  deadline: Deadline,
): Promise<string | null> {
  const { baseCommit } = at.tree;
  if (!isObjectId(baseCommit)) return null;
  const made = await resolveCommit(git, at.top, baseCommit, deadline);
  if (made.kind === "none") return null;
  const call = { cwd: at.top, timeoutMs: deadline.left() };
  const shared = textOf(await git.read(["merge-base", made.id, "HEAD"], call))?.trim();
  return shared !== undefined && isObjectId(shared) ? shared : made.id;
}

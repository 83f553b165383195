import type { Worktree } from "../../domain/session.ts";
import type { Log } from "../../ports/log.ts";
import type { Creation, Worktrees } from "../../ports/worktrees.ts";
import { takeBackTree } from "./add-tree.ts";
import { takeBackBranch } from "./branch.ts";
import { createTree } from "./create-tree.ts";
import { currentBranchAt } from "./current-branch.ts";
import { deadlineIn } from "./deadline.ts";
import { textOf, type Git } from "./git.ts";
import type { GitNeeds } from "./git-needs.ts";
import { isGone } from "./gone.ts";
import { createProbeMemory } from "./inspect-place.ts";
import { planTree } from "./plan-tree.ts";
import { probeTree } from "./probe.ts";
import { proveTree } from "./prove-tree.ts";
import { readRegistrations } from "./registration.ts";
import { removeTree, whileClear } from "./remove-tree.ts";
import { locateRepository, readCommonDir } from "./repository.ts";

/** A checkout with hooks that install packages takes its time. */
const CREATE_MS = 5 * 60_000;
/** Ending git in the middle leaves half a tree, so it gets all the time a slow disk may need. */
const REMOVE_MS = 30 * 60_000;
const PROBE_MS = 30_000;
const ASK_MS = 10_000;

/** The worktrees of sessions, made and looked after by the git on this machine. */
export function createWorktrees(needs: GitNeeds, probeTimeoutMs = PROBE_MS): Worktrees {
  const { git, queue, precious, worktreesDir, livesIn, log, version } = needs;
  const memory = createProbeMemory();

  const probe = async (tree: Worktree): ReturnType<Worktrees["probe"]> =>
    probeTree(
      {
        git,
        gitVersion: await version(),
        precious,
        memory,
        timeoutMs: probeTimeoutMs,
      },
      tree,
    );

  return {
    version,
    probe,
    create: (wish) => createTree({ git, queue, worktreesDir, timeoutMs: CREATE_MS, log }, wish),
    plan: (wish) => planTree({ git, worktreesDir, timeoutMs: ASK_MS }, wish),
    // Not in the repository's queue: deleting a large tree takes minutes on a busy disk, and no
    // creation is to wait for that. One tree is never removed twice at once.
    remove: (tree) =>
      queue.run(tree.path, () =>
        removeTree(
          { git, livesIn, timeoutMs: REMOVE_MS },
          tree,
          whileClear(() => probe(tree)),
        ),
      ),
    async undo(creation) {
      const key = await readCommonDir(git, creation.worktree.baseRepo, deadlineIn(ASK_MS));
      if (key === null) return;
      const work = await probe(creation.worktree);
      // Files that set-up made are no work; a commit or an edit is, however young the tree.
      if (work.uncommitted > 0 || work.unpushed > 0 || work.inProgress !== null) {
        log?.warn("a worktree was left: somebody has worked in it", {
          path: creation.worktree.path,
        });
        return;
      }
      const isKnown = work.unknown === null;
      await queue.run(key, () => takeBack({ git, log }, key, { creation, isKnown }));
    },
    async locate(path) {
      const deadline = deadlineIn(ASK_MS);
      const located = await locateRepository(git, path, deadline);
      if (located.kind === "none") return null;
      const { root, checkout } = located.repository;
      return { root, branch: await askBranch(git, checkout) };
    },
    async currentBranch(tree) {
      const proof = await proveTree(git, tree, deadlineIn(ASK_MS));
      if (proof.kind !== "proven") return null;
      return (await currentBranchAt(proof.tree.gitDir)) ?? askBranch(git, proof.tree.top);
    },
  };
}

async function askBranch(git: Git, cwd: string): Promise<string | null> {
  const answer = await git.read(["symbolic-ref", "-q", "HEAD"], { cwd, timeoutMs: ASK_MS });
  return /^refs\/heads\/(.+)\n$/.exec(textOf(answer) ?? "")?.[1] ?? null;
}

async function takeBack(
  { git, log }: { readonly git: Git; readonly log: Log | null },
  commonDir: string,
  made: {
    readonly creation: Extract<Creation, { kind: "created" }>;
    /** Whether git could tell what the tree holds. */
    readonly isKnown: boolean;
  },
): Promise<void> {
  const { worktree, madeBranch } = made.creation;
  const { path, branch, baseCommit } = worktree;
  const deadline = deadlineIn(REMOVE_MS);
  const ours = (await readRegistrations(commonDir)).find(
    (one) => one.path === path && one.mark?.path === path,
  );
  // Taking back forces: a tree that cannot be judged, or is away, may hold anything by now.
  const device = ours?.mark?.device;
  if (!made.isKnown && device !== undefined && !(await isGone(path, device))) {
    log?.warn("a worktree was left: git cannot tell what it holds", { path });
    return;
  }
  const isRegistered = ours !== undefined;
  const left = await takeBackTree(git, { commonDir, path, isRegistered }, deadline);
  if (left !== null) log?.warn("a creation could not be taken back", { path, left });
  if (!madeBranch) return;
  const at = { commonDir, branch, commit: baseCommit };
  if ((await takeBackBranch(git, at, deadline)) === "kept") {
    log?.warn("the branch of a creation that was taken back is kept", { branch });
  }
}

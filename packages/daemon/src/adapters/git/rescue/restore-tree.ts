import { stat } from "node:fs/promises";
import type { Log } from "../../../ports/log.ts";
import type { Restoring } from "../../../ports/rescue.ts";
import { addTree, takeBackTree, type Added } from "../add-tree.ts";
import { deadlineIn, type Deadline } from "../deadline.ts";
import { forgetGoneHolder } from "../forget-gone.ts";
import type { Git } from "../git.ts";
import { resolveCommit } from "../object-id.ts";
import type { Queue } from "../queue.ts";
import { readRegistrations, writeMark } from "../registration.ts";
import { locateRepository, type Repository } from "../repository.ts";
import { readRescueRefs, type SavedState } from "./rescue-refs.ts";
import { writeState } from "./write-state.ts";

/** What a restoration needs beside the ref. */
export interface RestorationNeeds {
  readonly git: Git;
  readonly queue: Queue;
  readonly worktreesDir: string;
  readonly timeoutMs: number;
  readonly log: Log | null;
}

/** Time for taking back what was made, when the restoration itself has used up its own. */
const UNDO_MS = 60_000;

/** Brings a saved state back as a new worktree, or makes nothing at all. The ref stays. */
export async function restoreTree(
  needs: RestorationNeeds,
  at: { readonly baseRepo: string; readonly ref: string },
): Promise<Restoring> {
  const deadline = deadlineIn(needs.timeoutMs);
  const located = await locateRepository(needs.git, at.baseRepo, deadline);
  if (located.kind === "none") return { kind: "missing" };
  const { repository } = located;
  const refs = await readRescueRefs(needs.git, repository.commonDir, deadline);
  if (refs === null) return { kind: "failed", message: "git could not list what was saved" };
  const found = refs.find(({ ref }) => ref === at.ref);
  if (found === undefined || found.saved === null) return { kind: "missing" };
  const { commit, saved } = found;
  return needs.queue.run(repository.commonDir, async () => {
    try {
      return await build(needs, repository, { commit, saved });
    } catch (error) {
      return { kind: "failed", message: (error as Error).message };
    }
  });
}

interface Saved {
  readonly commit: string;
  readonly saved: SavedState;
}

async function build(
  needs: RestorationNeeds,
  repository: Repository,
  { commit, saved }: Saved,
): Promise<Restoring> {
  const { git } = needs;
  const { commonDir } = repository;
  const deadline = deadlineIn(needs.timeoutMs);
  const { added, branch } = await add(needs, { repository, saved }, deadline);
  try {
    const { path, registration } = added;
    if (registration === null) throw new Error(added.error ?? "git registered no worktree");
    const { gitDir } = registration;
    await writeMark(gitDir, { path, device: (await stat(path)).dev });
    await writeState(git, { commit, top: path, gitDir, commonDir }, deadline);
    return { kind: "restored", path, branch, baseCommit: saved.baseCommit ?? "" };
  } catch (error) {
    const { path, registration } = added;
    const made = { commonDir, path, isRegistered: registration !== null };
    const left = await takeBackTree(git, made, deadlineIn(UNDO_MS));
    if (left !== null) needs.log?.warn("a failed restoration left its directory", { path, left });
    throw error;
  }
}

/** An empty tree at the saved commit, on its branch where that is free and has not moved on. */
async function add(
  needs: RestorationNeeds,
  what: { readonly repository: Repository; readonly saved: SavedState },
  deadline: Deadline,
): Promise<{ readonly added: Added; readonly branch: string | null }> {
  const { git, worktreesDir } = needs;
  const { repository, saved } = what;
  const { commonDir } = repository;
  const claim = { worktreesDir, repository, branch: saved.branch ?? "detached" };
  if (saved.branch !== null && (await isFree(git, { ...saved, commonDir }, deadline))) {
    const content = { options: ["--no-checkout"], start: saved.branch };
    const added = await addTree(git, claim, deadline, content);
    if (added.error === null) return { added, branch: saved.branch };
    // git knows more ways to hold a branch (a bisect, say) than are looked for here.
    const made = { commonDir, path: added.path, isRegistered: added.registration !== null };
    await takeBackTree(git, made, deadline);
  }
  const content = { options: ["--no-checkout", "--detach"], start: saved.head };
  return { added: await addTree(git, claim, deadline, content), branch: null };
}

async function isFree(
  git: Git,
  at: { readonly commonDir: string; readonly branch: string | null; readonly head: string },
  deadline: Deadline,
): Promise<boolean> {
  const { commonDir, branch, head } = at;
  if (branch === null) return false;
  const tip = await resolveCommit(git, commonDir, `refs/heads/${branch}`, deadline);
  if (tip.kind !== "commit" || tip.id !== head) return false;
  if ((await forgetGoneHolder(git, { commonDir, branch }, deadline)) !== null) return false;
  return !(await readRegistrations(commonDir)).some((one) => one.branch === branch);
}

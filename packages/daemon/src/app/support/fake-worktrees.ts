import type { Repo, Worktree } from "../../domain/session.ts";
import { type UnsavedWork, unknownWork } from "../../domain/unsaved-work.ts";
import type {
  Creation,
  Planning,
  Removal,
  Worktrees,
  WorktreeWish,
} from "../../ports/worktrees.ts";
import type { Journal } from "./journal.ts";

/** The answer of a probe that found nothing to lose. */
export const CLEAR: UnsavedWork = { ...unknownWork(""), unknown: null };

/** The answer of a probe that found a changed file. */
export const DIRTY: UnsavedWork = { ...CLEAR, uncommitted: 1 };

/** Worktrees without git: what is probed and how a removal goes is the test's to say. */
export class FakeWorktrees implements Worktrees {
  /** The trees that exist. */
  readonly trees = new Set<string>();
  /** What the next probes answer; the last answer stands. */
  probes: UnsavedWork[] = [CLEAR];
  removal: Removal = { kind: "removed" };
  creation: Creation | null = null;
  planning: Planning | null = null;
  /** While set, probes wait for it; where it rejects, so do they. */
  probeGate: Promise<void> | null = null;
  locateFailure: Error | null = null;
  undoFailure: Error | null = null;
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  async version(): Promise<string | null> {
    return "2.39.5";
  }

  async locate(path: string): Promise<Repo | null> {
    if (this.locateFailure !== null) throw this.locateFailure;
    return path.startsWith("/repo") ? { root: "/repo", branch: "main" } : null;
  }

  async create(wish: WorktreeWish): Promise<Creation> {
    if (this.creation !== null) return this.creation;
    const path = `/trees/repo/${wish.branch}`;
    const worktree = { path, baseRepo: "/repo", branch: wish.branch, baseCommit: "1".repeat(40) };
    const madeBranch = wish.createBranch;
    try {
      await wish.planned?.({ worktree, madeBranch });
    } catch (error) {
      return { kind: "failed", message: (error as Error).message, holder: null };
    }
    this.trees.add(path);
    this.#journal.note(`worktree: made ${path}`);
    return { kind: "created", worktree, madeBranch, warnings: [] };
  }

  async plan(wish: WorktreeWish): Promise<Planning> {
    if (this.planning !== null) return this.planning;
    const path = `/trees/repo/${wish.branch}`;
    const worktree = { path, baseRepo: "/repo", branch: wish.branch, baseCommit: "1".repeat(40) };
    return { kind: "plan", plan: { worktree, madeBranch: wish.createBranch } };
  }

  async undo(creation: Extract<Creation, { kind: "created" }>): Promise<void> {
    if (this.undoFailure !== null) throw this.undoFailure;
    this.trees.delete(creation.worktree.path);
    this.#journal.note(`worktree: undid ${creation.worktree.path}`);
  }

  async probe(tree: Worktree): Promise<UnsavedWork> {
    this.#journal.note(`worktree: probed ${tree.path}`);
    await this.probeGate;
    const [next = CLEAR] = this.probes;
    if (this.probes.length > 1) this.probes.shift();
    return next;
  }

  async remove(tree: Worktree): Promise<Removal> {
    this.#journal.note(`worktree: removal of ${tree.path} ${this.removal.kind}`);
    if (this.removal.kind === "removed") this.trees.delete(tree.path);
    return this.removal;
  }

  async currentBranch(tree: Worktree): Promise<string | null> {
    return tree.branch;
  }
}

import type { Repo, Worktree } from "../domain/session.ts";
import type { UnsavedWork } from "../domain/unsaved-work.ts";

/** A worktree to be made. */
export interface WorktreeWish {
  /** Any path inside the repository. */
  readonly baseRepo: string;
  readonly branch: string;
  readonly createBranch: boolean;
  /** Where the new branch starts; the named checkout's HEAD where null. */
  readonly base: string | null;
  /**
   * Told what is about to be made, before anything is, and again where the place has to change. A
   * caller that writes it down can hand what it was told last to `undo`, whatever became of it. A
   * creation whose plan is refused by rejecting makes nothing.
   */
  readonly planned?: (plan: Plan) => Promise<void>;
}

/** What a creation is going to make. */
export interface Plan {
  readonly worktree: Worktree;
  readonly madeBranch: boolean;
}

/** What a creation would make, or why it would make nothing. */
export type Planning =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "invalid-branch"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** What became of a creation. A failed one left nothing behind. */
export type Creation =
  | {
      readonly kind: "created";
      readonly worktree: Worktree;
      /** True where this very call made the branch, so that undoing may delete it again. */
      readonly madeBranch: boolean;
      /** What went wrong beside the point (a hook that failed, say). */
      readonly warnings: readonly string[];
    }
  | { readonly kind: "invalid-branch"; readonly message: string }
  /** `message` holds git's words; `holder` is the path that has the branch checked out. */
  | { readonly kind: "failed"; readonly message: string; readonly holder: string | null };

/** What became of a removal. Only `removed` and `missing` mean that the directory is gone. */
export type Removal =
  | { readonly kind: "removed" }
  | { readonly kind: "missing" }
  | { readonly kind: "has-submodules"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

/** The git worktrees of sessions. No call throws for what git says: outcomes are values. */
export interface Worktrees {
  /** The git version, or null where git does not answer. */
  version(): Promise<string | null>;

  /** The main checkout that a path belongs to and the branch checked out at the path, or null. */
  locate(path: string): Promise<Repo | null>;

  create(wish: WorktreeWish): Promise<Creation>;

  /** What `create` would make now. Makes nothing. */
  plan(wish: WorktreeWish): Promise<Planning>;

  /** Takes a creation back: the tree, and the branch if this creation made it and it has not moved. */
  undo(creation: Extract<Creation, { kind: "created" }>): Promise<void>;

  /** What removing the tree would lose, at this moment. Changes nothing in the repository. */
  probe(tree: Worktree): Promise<UnsavedWork>;

  /**
   * Removes a tree that maestro made and that a probe has just shown to be clear. Whatever only the
   * tree keeps alive is pinned first. Never forces.
   */
  remove(tree: Worktree): Promise<Removal>;

  /** The branch checked out in the tree now, null where its HEAD is detached or cannot be read. */
  currentBranch(tree: Worktree): Promise<string | null>;
}

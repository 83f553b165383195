import type { Worktree } from "../domain/session.ts";
import type { Removal } from "./worktrees.ts";

/** The state of a tree, saved as a commit before the tree went. */
export interface RescuedWork {
  /** `refs/maestro/rescue/…` in the base repository. */
  readonly ref: string;
  readonly baseRepo: string;
  /** The branch that was checked out; null where HEAD was detached. */
  readonly branch: string | null;
  /** The commit that HEAD stood at, the saved state's parent. */
  readonly head: string;
  readonly savedAt: number;
  /** How many files differ from `head`. */
  readonly files: number;
}

/** What became of saving a tree's whole state. */
export type Saving =
  | { readonly kind: "saved"; readonly ref: string }
  /** It cannot hold everything, or git does not let it; `message` says what to move. */
  | { readonly kind: "refused"; readonly message: string };

/** What became of bringing a saved state back. */
export type Restoring =
  | {
      readonly kind: "restored";
      readonly path: string;
      readonly branch: string | null;
      /** The commit that the tree had been made at; empty where that was not known. */
      readonly baseCommit: string;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly message: string };

/** Saves the whole state of trees and brings it back. No call throws for what git says. */
export interface Rescue {
  /** Saves everything of a tree under `refs/maestro/rescue/`, touching nothing of the user's. */
  save(tree: Worktree): Promise<Saving>;

  /**
   * Removes a tree whose whole state stands in the rescue ref. Refuses where the tree no longer is
   * what was saved.
   */
  removeSaved(tree: Worktree, ref: string): Promise<Removal>;

  /** The saved states in a repository, newest first; empty where there is no such repository. */
  list(baseRepo: string): Promise<readonly RescuedWork[]>;

  /** Brings a saved state back as a new worktree: files, index and modes as they were. */
  restore(baseRepo: string, ref: string): Promise<Restoring>;

  /** Drops a saved state for good. */
  forget(baseRepo: string, ref: string): Promise<"forgotten" | "missing">;
}

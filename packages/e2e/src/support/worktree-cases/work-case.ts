import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BlockedWork } from "@maestro/protocol";
import { put, type ScratchRepository } from "../scratch-repository.ts";

/** What has to come of every way to end a tree. */
export type Outcome =
  /** Unsaved work refuses every end, with these counts. */
  | { readonly kind: "guarded"; readonly counts: Partial<BlockedWork>; readonly note?: string }
  /** Nothing can be lost: every end takes the tree. */
  | { readonly kind: "clear"; readonly note?: string }
  /** Nothing can be lost, and still the tree may not go. */
  | { readonly kind: "stays"; readonly reason: string; readonly words: RegExp };

/** How the tree of a case is asked for, where that is not with the main checkout. */
export interface Asked {
  readonly base_repo?: string;
  readonly base?: string;
}

/** One small situation that broke tools of this kind. */
export interface WorkCase {
  readonly id: string;
  readonly title: string;
  readonly outcome: Outcome;
  /** Makes the repository what the case needs, before there is a tree. */
  readonly prepare?: (repository: ScratchRepository) => Promise<Asked>;
  /** What is done in a fresh tree; done again in each tree that the case needs. */
  readonly work: (place: Place) => Promise<void>;
}

/** A fresh tree of a case, and what is done in it. */
export class Place {
  readonly repository: ScratchRepository;
  readonly tree: string;
  readonly branch: string;

  constructor(repository: ScratchRepository, tree: string, branch: string) {
    this.repository = repository;
    this.tree = tree;
    this.branch = branch;
  }

  git(...args: string[]): string {
    return this.repository.git(this.tree, ...args);
  }

  put(name: string, text: string): Promise<void> {
    return put(join(this.tree, name), text);
  }

  remove(name: string): Promise<void> {
    return rm(join(this.tree, name), { recursive: true });
  }

  async makeExecutable(name: string): Promise<void> {
    await chmod(join(this.tree, name), 0o755);
  }

  /** A commit with a file of its own. */
  async commit(name: string): Promise<void> {
    await this.put(`${this.branch}-${name}`, `${name}\n`);
    this.repository.commit(this.tree, name);
  }

  /** Somebody's own clone of the remote, away from the base repository. */
  clone(name: string): { readonly git: (...args: string[]) => string } {
    const { repository } = this;
    const directory = `${repository.base}-${this.branch}-${name}`;
    repository.git(repository.base, "clone", "-q", "-b", "main", repository.origin, directory);
    return { git: (...args) => repository.git(directory, ...args) };
  }
}

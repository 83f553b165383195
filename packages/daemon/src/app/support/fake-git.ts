import type { Branches } from "../../ports/branches.ts";
import type { Changes } from "../../ports/changes.ts";
import type { Rescue, RescuedWork, Restoring, Saving } from "../../ports/rescue.ts";
import type { SetUp, SetUps } from "../../ports/set-up.ts";
import type { Removal } from "../../ports/worktrees.ts";
import type { Journal } from "./journal.ts";

/** Saved states without git. */
export class FakeRescue implements Rescue {
  saving: Saving = { kind: "saved", ref: "refs/maestro/rescue/topic/1" };
  removal: Removal = { kind: "removed" };
  restoring: Restoring = { kind: "missing" };
  forgetting: "forgotten" | "missing" = "missing";
  /** The saved states, by repository. */
  readonly states = new Map<string, readonly RescuedWork[]>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  async save(): Promise<Saving> {
    this.#journal.note("rescue: save");
    return this.saving;
  }

  async removeSaved(): Promise<Removal> {
    this.#journal.note("rescue: remove");
    return this.removal;
  }

  async list(baseRepo: string): Promise<readonly RescuedWork[]> {
    return this.states.get(baseRepo) ?? [];
  }

  async restore(baseRepo: string, ref: string): Promise<Restoring> {
    this.#journal.note(`rescue: restore ${ref} of ${baseRepo}`);
    return this.restoring;
  }

  async forget(baseRepo: string, ref: string): Promise<"forgotten" | "missing"> {
    this.#journal.note(`rescue: forget ${ref} of ${baseRepo}`);
    return this.forgetting;
  }
}

/** A repository in which nothing changed and nothing is asked for. */
export const noChanges: Changes = { page: async () => null };
/** A repository that lists no branches. */
export const noBranches: Branches = { list: async () => null };
/** A new worktree gets nothing, and one command is known. */
export const noSetUps: SetUps = {
  prepare: async (): Promise<SetUp> => ({ commands: [], warnings: [] }),
  commands: async () => ["npm ci"],
};

import type { PaneFacts } from "../../ports/process-table.ts";
import type { StatMemory } from "./stat-memory.ts";

/** What was found of a pane, and the processes that it was found from. */
export interface PaneFinding {
  readonly facts: PaneFacts;
  readonly pids: readonly number[];
}

/** What the last look at all panes found. */
export class PaneMemory {
  readonly #stats: StatMemory;
  #panes: ReadonlyMap<number, PaneFinding> = new Map();

  constructor(stats: StatMemory) {
    this.#stats = stats;
  }

  /** What was found then. */
  find(panePid: number): PaneFinding | null {
    return this.#panes.get(panePid) ?? null;
  }

  /** What was found then, where none of the processes did anything since. */
  findUnchanged(panePid: number): PaneFinding | null {
    const known = this.#panes.get(panePid);
    if (known === undefined || known.pids.length === 0) return null;
    return known.pids.every((pid) => this.#stats.isUnchanged(pid)) ? known : null;
  }

  /** Ends a look at all panes. */
  endLook(found: ReadonlyMap<number, PaneFinding>): void {
    this.#stats.endLook();
    this.#panes = found;
  }
}

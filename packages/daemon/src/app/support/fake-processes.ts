import type { PaneFacts, ProcessRef, ProcessTable } from "../../ports/process-table.ts";

/** A process table that knows what a test tells it of panes. */
export class FakeProcesses implements ProcessTable {
  readonly facts = new Map<number, PaneFacts>();
  atRest = true;
  /** Who lives in any directory that is asked about. */
  inhabitant: string | null = null;
  /** Called while the facts are gathered. */
  onLook: () => void | Promise<void> = () => {};

  async identify(pid: number): Promise<ProcessRef> {
    return { pid, started: "1" };
  }

  async areAlive(processes: readonly ProcessRef[]): Promise<readonly boolean[]> {
    return processes.map(() => true);
  }

  async paneFacts(panePids: readonly number[]): Promise<ReadonlyMap<number, PaneFacts>> {
    await this.onLook();
    return new Map([...this.facts].filter(([pid]) => panePids.includes(pid)));
  }

  async isAtRest(): Promise<boolean> {
    return this.atRest;
  }

  async processesOf(): Promise<readonly ProcessRef[]> {
    return [];
  }

  async livesIn(): Promise<string | null> {
    return this.inhabitant;
  }

  async signal(): Promise<void> {}
}

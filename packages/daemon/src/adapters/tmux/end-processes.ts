import { MaestroError } from "../../domain/maestro-error.ts";
import type { ProcessRef, ProcessTable } from "../../ports/process-table.ts";

/** How long processes have to end after each kind of signal, and how often they are looked at. */
export interface EndingPatience {
  readonly graceMs: number;
  readonly pollMs: number;
}

const PATIENCE: EndingPatience = { graceMs: 2_000, pollMs: 20 };

/**
 * Waits until these processes are gone: they have had their hang-up already; what is left after a
 * grace time gets TERM (and CONT, since a stopped process runs no handler), and then KILL.
 * `find` looks again before each signal, for what was started meanwhile.
 *
 * Answers the processes that are still there, which only a kernel that does not let go can cause.
 */
export async function endProcesses(
  table: ProcessTable,
  find: () => Promise<readonly ProcessRef[]>,
  patience: EndingPatience = PATIENCE,
): Promise<readonly ProcessRef[]> {
  if (await goneWithin(table, await find(), patience)) {
    if ((await find()).length === 0) return [];
  }
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const left = await find();
    for (const process of left) {
      await table.signal(process, signal);
      await table.signal(process, "SIGCONT");
    }
    await goneWithin(table, left, patience);
  }
  return find();
}

/** The failure of an ending that left processes behind. */
export function stillRunning(processes: readonly ProcessRef[]): MaestroError {
  const pids = processes.map(({ pid }) => pid).join(", ");
  return new MaestroError(
    "tmux_failed",
    `Processes of the session do not end: ${pids}. End them by hand, then try again.`,
  );
}

async function goneWithin(
  table: ProcessTable,
  processes: readonly ProcessRef[],
  { graceMs, pollMs }: EndingPatience,
): Promise<boolean> {
  const deadline = Date.now() + graceMs;
  let left = processes;
  for (;;) {
    const alive = await Promise.all(left.map((process) => table.isAlive(process)));
    left = left.filter((_, at) => alive[at]);
    if (left.length === 0) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

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
  await signalAll(table, await find(), "SIGTERM", patience);
  // A loop that starts one program after the other has started the next while it was looked for.
  const deadline = Date.now() + patience.graceMs;
  for (;;) {
    const left = await find();
    if (left.length === 0 || Date.now() >= deadline) return left;
    await signalAll(table, left, "SIGKILL", patience);
  }
}

async function signalAll(
  table: ProcessTable,
  processes: readonly ProcessRef[],
  signal: "SIGTERM" | "SIGKILL",
  patience: EndingPatience,
): Promise<void> {
  for (const process of processes) {
    await table.signal(process, signal);
    await table.signal(process, "SIGCONT");
  }
  await goneWithin(table, processes, patience);
}

/** Those of these processes that live. */
export async function livingOf(
  table: ProcessTable,
  processes: readonly ProcessRef[],
): Promise<readonly ProcessRef[]> {
  const alive = await table.areAlive(processes);
  return processes.filter((_, at) => alive[at]);
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
    left = await livingOf(table, left);
    if (left.length === 0) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

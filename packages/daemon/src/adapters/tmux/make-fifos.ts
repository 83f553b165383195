import { rm } from "node:fs/promises";
import { MaestroError } from "../../domain/maestro-error.ts";
import { run } from "../process/run.ts";

/** Requests of four paths at most, so that a command line stays far below every system's limit. */
const MAX_BATCH = 50;

interface Waiting {
  readonly paths: readonly string[];
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

const waiting: Waiting[] = [];
let isBusy = false;

/**
 * Makes FIFOs that only we can open; Node itself cannot. What is asked for while `mkfifo` runs is
 * made by one more process for all: starting a process is what costs when two hundred sessions are
 * taken over.
 */
export function makeFifos(paths: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    waiting.push({ paths, done, failed });
    if (!isBusy) void makeAll();
  });
}

async function makeAll(): Promise<void> {
  isBusy = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_BATCH);
    const why = await tryToMake(batch.flatMap(({ paths }) => paths));
    if (why === null) for (const { done } of batch) done();
    else if (batch.length === 1) batch[0]?.failed(cannotMake(why));
    // Somebody's fault is nobody else's: each on its own.
    else for (const one of batch) await makeAgain(one);
  }
  isBusy = false;
}

async function makeAgain({ paths, done, failed }: Waiting): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => {})));
  const why = await tryToMake(paths);
  if (why === null) done();
  else failed(cannotMake(why));
}

async function tryToMake(paths: readonly string[]): Promise<string | null> {
  const made = await run({
    file: "mkfifo",
    args: ["-m", "600", "--", ...paths],
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
    timeoutMs: 5_000,
  });
  if (made.kind === "exited" && made.code === 0) return null;
  return made.kind === "exited" ? made.stderr.trim() : made.kind;
}

function cannotMake(why: string): MaestroError {
  return new MaestroError("tmux_failed", `The pipes of the terminal could not be made: ${why}`);
}

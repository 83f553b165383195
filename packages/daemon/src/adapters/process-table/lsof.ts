import { lstatSync, realpathSync } from "node:fs";
import { run } from "../process/run.ts";
import { isWithin } from "./lives-in.ts";
import { parseLsof } from "./parse-lsof.ts";

/** What is said where nobody can be named, so that what depends on an empty directory waits. */
export const CANNOT_BE_TOLD = "it cannot be told who works in it";

/** A file system that hangs holds `lsof` up. */
const TIMEOUT_MS = 10_000;

/**
 * A process that works in a directory, by `lsof`: macOS has no `/proc`, and its `ps` shows no
 * directories. All processes are listed and looked through here, since naming the directory would make
 * `lsof` walk all of it.
 */
export async function livesInByLsof(path: string, lsof = "lsof"): Promise<string | null> {
  const directory = realpathOf(path);
  if (directory === null) return null;
  const outcome = await run({
    file: lsof,
    args: ["-w", "-d", "cwd", "-F", "pcn"],
    // A daemon that was started by the system may lack the place where macOS keeps it.
    env: { PATH: `${process.env["PATH"] ?? "/usr/bin:/bin"}:/usr/sbin`, LC_ALL: "C.UTF-8" },
    timeoutMs: TIMEOUT_MS,
  });
  if (outcome.kind !== "exited") return CANNOT_BE_TOLD;
  // Its status says little: 1 also stands for one process that could not be looked at.
  const all = parseLsof(outcome.stdout.toString("utf8"));
  if (!all.some(({ pid }) => pid === process.pid)) return CANNOT_BE_TOLD;
  const inhabitant = all.find(
    // A directory that was removed under its process is shown by the name it had.
    (one) => isWithin(one.directory, directory) && !isGone(one.directory),
  );
  return inhabitant === undefined ? null : `${inhabitant.program} (pid ${inhabitant.pid})`;
}

function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

import { closeSync, constants, openSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

const { O_NONBLOCK, O_RDWR } = constants;

/**
 * Lets a helper go that waits for the other end of a FIFO. It sleeps inside open(2), where neither
 * the end of tmux nor the removal of the FIFO wakes it: it would stay for good, in the directory that
 * the session was started in, and no worktree goes while somebody is inside.
 */
export function releaseHelper(fifo: string): void {
  try {
    // For both ends, so that it does not wait itself; that it was opened is enough to wake the other.
    closeSync(openSync(fifo, O_RDWR | O_NONBLOCK));
  } catch {
    // It is gone, and nobody waits for it.
  }
}

/** The same for every pipe in a terminal's directory: a daemon that was killed left them. */
export async function releaseHelpersIn(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names)
    if (/^(?:in|out)\.\d+$/.test(name)) releaseHelper(join(directory, name));
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stateFiles } from "./session-traces.ts";
import type { TestDaemon } from "./test-daemon.ts";

/** An entry of the retained store as it lies on disk. */
export interface RetainedEntry {
  readonly path: string;
  readonly reason: string;
  readonly detail: string | null;
  readonly branch: string | null;
  readonly session_id: string | null;
}

/** The entries on disk. Asking the daemon for its list would probe every tree there is. */
async function retainedEntries(daemon: TestDaemon): Promise<RetainedEntry[]> {
  const entries: RetainedEntry[] = [];
  for (const name of await stateFiles(daemon, "worktrees")) {
    if (!name.endsWith(".json")) continue;
    const text = await readFile(join(daemon.stateDir, "worktrees", name), "utf8").catch(() => null);
    if (text !== null) entries.push(JSON.parse(text) as RetainedEntry);
  }
  return entries;
}

/** The entry of one tree, or undefined. */
export async function retainedEntry(
  daemon: TestDaemon,
  path: string,
): Promise<RetainedEntry | undefined> {
  return (await retainedEntries(daemon)).find((entry) => entry.path === path);
}

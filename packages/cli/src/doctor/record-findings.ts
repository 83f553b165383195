import { access, constants, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { shortPath } from "../output/short-path.ts";
import { type Finding, note, wrong } from "./finding.ts";

/** A daemon with less room than this may be refused its next record. */
const LEAST_BYTES = 16 * 1024 * 1024;

const DIRECTORIES = ["sessions", "worktrees", "repositories", "devices"];

/** Whether records can be written, and whether some could not be read. Nothing where all is well. */
export async function recordFindings({ stateDir, home }: Context): Promise<Finding[]> {
  const shown = shortPath(stateDir, home);
  return [...(await roomFindings(stateDir, shown)), ...(await asideFindings(stateDir, shown))];
}

async function roomFindings(stateDir: string, shown: string): Promise<Finding[]> {
  const disk = await statfs(stateDir).catch(() => null);
  if (disk === null) return [];
  const isWritable = await access(stateDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    const todo = `Make ${shown} writable: sessions go on, and nothing new can be started`;
    return [wrong("records", `${shown} cannot be written`, todo)];
  }
  const free = disk.bavail * disk.bsize;
  if (free >= LEAST_BYTES) return [];
  const says = `${Math.floor(free / 1024)} KiB are free for ${shown}`;
  return [wrong("records", says, "Make room: what has to be written is refused")];
}

async function asideFindings(stateDir: string, shown: string): Promise<Finding[]> {
  const aside: string[] = [];
  for (const directory of DIRECTORIES) {
    const names = await readdir(join(stateDir, directory)).catch(() => []);
    const corrupt = names.filter((name) => name.includes(".corrupt-"));
    aside.push(...corrupt.map((name) => `${directory}/${name}`));
  }
  const [first] = aside;
  if (first === undefined) return [];
  const count = aside.length === 1 ? "one was" : `${aside.length} were`;
  const says = `${count} malformed and set aside: ${shown}/${first}`;
  return [note("records", says, "See what of it you miss, then remove it")];
}

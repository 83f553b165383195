import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The branch that HEAD names in a git directory; null where it is detached or cannot be read. */
export async function currentBranchAt(gitDir: string): Promise<string | null> {
  const head = await readFile(join(gitDir, "HEAD"), "utf8").catch(() => "");
  const branch = /^ref: refs\/heads\/(.+?)\n?$/.exec(head)?.[1];
  // The name that git writes where refs are kept in another format than files.
  return branch === undefined || branch === ".invalid" ? null : branch;
}

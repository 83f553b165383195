import { lstat, realpath } from "node:fs/promises";
import { dirname } from "node:path/posix";
import { bytesPath } from "./precious.ts";

/** So many directories are looked at side by side. */
const AT_ONCE = 256;

/**
 * A repository that was begun in a directory with tracked files: git goes on listing those files and
 * never mentions it, but would delete it with the tree. Names are bytes, one character each; the
 * directories above the named ones are looked at as well.
 */
export async function findInnerRepository(
  top: string,
  directories: Iterable<string>,
): Promise<string | null> {
  const all = new Set<string>();
  for (const directory of directories) {
    for (let at = directory; at !== "." && !all.has(at); at = dirname(at)) all.add(at);
  }
  const names = [...all];
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const batch = names.slice(start, start + AT_ONCE);
    const found = await Promise.all(batch.map((name) => isRepository(top, name)));
    const hit = batch.find((_, at) => found[at]);
    if (hit !== undefined) return hit;
  }
  return null;
}

async function isRepository(top: string, name: string): Promise<boolean> {
  const path = bytesPath(top, Buffer.from(name, "latin1"));
  try {
    await lstat(Buffer.concat([path, Buffer.from("/.git")]));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
  // Behind a link that stands in a directory's place it would not go with the tree.
  const real = await realpath(path, { encoding: "buffer" }).catch(() => path);
  return real.equals(path);
}

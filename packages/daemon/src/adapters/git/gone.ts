import { lstat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * True where a tree is gone for good: nothing is at its path, and the nearest directory above that
 * exists is on the disk that the tree was on. A disk that is away proves nothing.
 */
export async function isGone(path: string, device: number): Promise<boolean> {
  if ((await look(path)) !== "absent") return false;
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = await look(at);
    if (found === "unknown") return false;
    if (found !== "absent") return found === device;
    if (at === dirname(at)) return false;
  }
}

async function look(path: string): Promise<number | "absent" | "unknown"> {
  try {
    return (await lstat(path)).dev;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" ? "absent" : "unknown";
  }
}

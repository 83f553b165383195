import { lstat, mkdir, realpath } from "node:fs/promises";
import { bytesPath } from "../precious.ts";
import { isInside } from "../lives-in.ts";

/** The two ends of a set-up, by their real paths. */
export interface Ends {
  /** The main checkout. */
  readonly main: string;
  /** The new tree. */
  readonly top: string;
}

/**
 * Makes the directories above a name in the new tree; false where something else is in the way. A
 * branch may hold a link in place of a directory, which would lead out of the tree.
 */
export async function makeParents(top: string, name: Buffer): Promise<boolean> {
  for (let at = name.indexOf(SLASH); at !== -1; at = name.indexOf(SLASH, at + 1)) {
    const path = bytesPath(top, name.subarray(0, at));
    try {
      await mkdir(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (!(await lstat(path)).isDirectory()) return false;
    }
  }
  return true;
}

/** True where the directory that a name lies in is inside the main checkout, links followed. */
export async function isFromInside(main: string, name: Buffer): Promise<boolean> {
  const end = name.lastIndexOf(SLASH);
  if (end === -1) return true;
  const place = await realpath(bytesPath(main, name.subarray(0, end))).catch(() => null);
  return place !== null && isInside(place, main);
}

const SLASH = 0x2f;

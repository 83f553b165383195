import { constants } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Paths } from "../../ports/session-files.ts";

/** What directories are on this machine. */
export const paths: Paths = {
  async directory(path) {
    try {
      const found = await stat(path);
      if (!found.isDirectory()) return { kind: "unusable", reason: "it is not a directory" };
      await access(path, constants.X_OK);
      return { kind: "directory", device: found.dev };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === "ENOENT" ? "it does not exist" : message;
      return { kind: "unusable", reason };
    }
  },

  async isGone(path, device) {
    if (device === null || (await exists(path)) !== "no") return false;
    for (let parent = dirname(path); ; parent = dirname(parent)) {
      const there = await exists(parent);
      if (there === "unknown") return false;
      if (there === "yes") return (await deviceOf(parent)) === device;
      if (parent === dirname(parent)) return false;
    }
  },
};

/** Null where it cannot be told: a link to a disk that is away leads nowhere. */
async function deviceOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).dev;
  } catch {
    return null;
  }
}

/** Only "there is no such file" is a no; everything else that goes wrong says nothing. */
async function exists(path: string): Promise<"yes" | "no" | "unknown"> {
  try {
    await lstat(path);
    return "yes";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "no" : "unknown";
  }
}

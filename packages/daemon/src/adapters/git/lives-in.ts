import { readFile, readdir, readlink } from "node:fs/promises";

/** Says who works inside a directory, or null where nobody does. */
export type LivesIn = (path: string) => Promise<string | null>;

/**
 * Looks through /proc for a process whose working directory is inside (Linux lets a directory be
 * deleted under one). Elsewhere nobody is found: the caller then supplies its own.
 */
export const livesInByProc: LivesIn = async (path) => {
  const names = await readdir("/proc").catch(() => [] as string[]);
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    // Processes of other users and those that just ended cannot be read.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    if (cwd === null || !isInside(cwd, path)) continue;
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    return `process ${pid} (${name.trim() || "unnamed"}) works in ${cwd}`;
  }
  return null;
};

/** A file system mounted inside a directory, whose files a removal would delete; null for none. */
export async function findMountIn(path: string): Promise<string | null> {
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  return parseMountPoints(table).find((mount) => isInside(mount, path)) ?? null;
}

/** The mount points in /proc/self/mountinfo, where spaces and the like are in octal. */
export function parseMountPoints(table: string): readonly string[] {
  return table.split("\n").flatMap((line) => {
    const point = line.split(" ")[4];
    if (point === undefined) return [];
    return [
      point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    ];
  });
}

/** True where a path is a directory or lies in it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

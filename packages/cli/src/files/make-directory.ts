import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a directory, private to the user, and those above it. Not by Node's own `recursive`: where a
 * directory exists that nothing can be made in (/proc), Node 20 tries for ever.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (await isDirectory(path)) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw error;
    // Somebody else may have made it since, and this one as well.
    if (!(await isDirectory(above))) await makeDirectory(above);
    await mkdir(path, { mode: 0o700 }).catch(async (late: unknown) => {
      if (!(await isDirectory(path))) throw late;
    });
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Programs } from "../../ports/programs.ts";
import { readBounded } from "./read-bounded.ts";

const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Programs and files as the file system has them. */
export const programs: Programs = {
  async find(name, path) {
    if (name.includes("/")) return (await isExecutable(name)) ? name : null;
    for (const directory of path.split(":")) {
      const file = join(directory === "" ? "." : directory, name);
      if (await isExecutable(file)) return file;
    }
    return null;
  },

  async readText(path) {
    const read = await readBounded(path, MAX_TEXT_BYTES);
    return read.kind === "text" ? read.text : null;
  },
};

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

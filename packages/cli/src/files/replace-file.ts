import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeDirectory } from "./make-directory.ts";

/** Puts a text in a file's place in one step, so that nobody ever reads half of it. */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  await makeDirectory(dirname(path));
  const fresh = `${path}.${process.pid}.new`;
  try {
    await writeFile(fresh, text, { mode, flush: true });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

import { readFile } from "node:fs/promises";

/** The value in a file, or an empty object where there is none. */
export async function readJson<T extends object>(path: string): Promise<T | Record<string, never>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return {};
  }
}

import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parse, type TomlTable } from "smol-toml";

/** A configuration that was read: its table, or why it cannot be understood. */
export type ParsedConfig =
  | { readonly kind: "parsed"; readonly table: TomlTable }
  | { readonly kind: "malformed"; readonly message: string };

/** The text of the file, or null where there is none. */
export async function readConfigText(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Parses TOML; a malformed file is an expected outcome. */
export function parseConfig(text: string): ParsedConfig {
  try {
    return { kind: "parsed", table: parse(text) };
  } catch (error) {
    const [message = ""] = (error as Error).message.split("\n");
    return { kind: "malformed", message };
  }
}

/** Replaces the file in one step, so that a daemon never reads half of it. */
export async function writeConfigText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.new`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flush: true });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/**
 * What was left of a tree when its removal stopped half way: git drops its registration first, so
 * that afterwards only this list can say that everything still there had been shown to be clear.
 */
const Leftovers = z.object({
  path: z.string(),
  /** Of each file: inode, size and time of change, by its path in the tree (latin1 of its bytes). */
  files: z.record(z.string(), z.string()),
});

/** More files than this are not listed; such a tree stays unknown. */
const MAX_FILES = 200_000;

/** Remembers what is left of a tree. A file that changed since the removal began is not clear. */
export async function recordHalfRemoved(
  commonDir: string,
  path: string,
  startedAt: number,
): Promise<boolean> {
  const files = await listFiles(path, startedAt).catch(() => null);
  if (files === null) return false;
  const file = recordFile(commonDir, path);
  try {
    await mkdir(join(commonDir, "maestro", "half-removed"), { recursive: true });
    await writeFile(file, JSON.stringify({ path, files: Object.fromEntries(files) }), {
      mode: 0o600,
    });
    return true;
  } catch {
    return false;
  }
}

/** Whether a path holds such leftovers, and nothing but them. */
export async function findHalfRemoved(
  commonDir: string,
  path: string,
): Promise<"none" | "untouched" | "touched"> {
  const record = await readRecord(commonDir, path);
  if (record === null) return "none";
  const files = await listFiles(path, Infinity).catch(() => null);
  if (files === null) return "touched";
  for (const [name, facts] of files) {
    if (record.files[name] !== facts) return "touched";
  }
  return "untouched";
}

/** Finishes a removal that stopped half way; the caller has just found the leftovers untouched. */
export async function finishHalfRemoved(commonDir: string, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await rm(recordFile(commonDir, path), { force: true });
}

function recordFile(commonDir: string, path: string): string {
  const key = createHash("sha256").update(path).digest("hex").slice(0, 32);
  return join(commonDir, "maestro", "half-removed", `${key}.json`);
}

async function readRecord(
  commonDir: string,
  path: string,
): Promise<z.infer<typeof Leftovers> | null> {
  try {
    const text = await readFile(recordFile(commonDir, path), "utf8");
    const record = Leftovers.parse(JSON.parse(text));
    return record.path === path ? record : null;
  } catch {
    return null;
  }
}

/** Every file below a path with its facts; null where one changed at or after a time. */
async function listFiles(path: string, before: number): Promise<Map<string, string> | null> {
  const files = new Map<string, string>();
  const root = Buffer.from(path);
  const directories: Buffer[] = [root];
  for (let at = directories.pop(); at !== undefined; at = directories.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true, encoding: "buffer" })) {
      const full = Buffer.concat([at, Buffer.from("/"), entry.name]);
      if (entry.isDirectory()) directories.push(full);
      else {
        const facts = await lstat(full);
        if (facts.ctimeMs >= before || files.size >= MAX_FILES) return null;
        const name = full.toString("latin1", root.length + 1);
        files.set(name, `${facts.ino}:${facts.size}:${facts.mtimeMs}`);
      }
    }
  }
  return files;
}

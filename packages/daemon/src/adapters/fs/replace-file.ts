import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readBounded } from "./read-bounded.ts";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/**
 * Replaces a file's content in one step that a crash cannot cut in half: a temporary file in the
 * same directory, fsync, rename, fsync of the directory. The mode is 0600 whatever the umask, and
 * nothing is ever written through a link: the temporary name is random and must not exist, and a
 * rename replaces a link instead of following it.
 *
 * @throws the file system's own error; the previous content is then still there.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const directory = dirname(path);
  const temporary = join(directory, `.${basename(path)}.${randomBytes(8).toString("hex")}.tmp`);
  const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    try {
      await file.chmod(0o600);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(directory);
}

/**
 * Makes sure that a file holds this content. What holds it already is left alone, so that a full or
 * read-only disk is in the way of what changes and of nothing else.
 */
export async function ensureFile(path: string, content: string): Promise<void> {
  const present = await readBounded(path, Buffer.byteLength(content));
  if (present.kind !== "text" || present.text !== content) await replaceFile(path, content);
}

/**
 * Removes what a crash in the middle of a replacement left in a directory. Only for a directory that
 * nobody else writes to.
 */
export async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (UNFINISHED.test(name)) await unlink(join(directory, name)).catch(() => {});
  }
}

const UNFINISHED = /^\..+\.[0-9a-f]{16}\.tmp$/;

/** Makes a rename or removal inside the directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, O_RDONLY | O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

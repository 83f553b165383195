import type { Stats } from "node:fs";
import { lstat, readFile, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** Tells whether a file, by its path in the tree, is one that git ignores but a person would miss. */
export type IsPrecious = (path: string) => boolean;

/**
 * Patterns as in a .gitignore: without a slash they match a name anywhere, with one the whole path.
 * `*` and `?` stay within a name, `**` does not.
 */
export function compilePrecious(patterns: readonly string[]): IsPrecious {
  const tests = patterns.map((pattern) => {
    const isPath = pattern.includes("/");
    return { isPath, regex: globToRegex(pattern.replace(/^\//, "")) };
  });
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return tests.some(({ isPath, regex }) => regex.test(isPath ? path : name));
  };
}

function globToRegex(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  return new RegExp(`^${source}$`, "su");
}

/** Beyond this size two files count as different rather than being read. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024;

/**
 * True where a file of the tree says something that the main checkout's copy does not. `name` is in
 * bytes, as git gave it.
 */
export async function differsFromMain(top: string, main: string, name: Buffer): Promise<boolean> {
  const ours = bytesPath(top, name);
  const theirs = bytesPath(main, name);
  const own = await lstat(ours).catch(() => null);
  // It went away while the probe ran: there is nothing to lose.
  if (own === null) return false;
  if (own.isSymbolicLink()) return !(await isSameLink(ours, theirs));
  const other = await stat(theirs).catch(() => null);
  return other === null || !(await isSameFile({ path: ours, own }, { path: theirs, own: other }));
}

async function isSameLink(ours: Buffer, theirs: Buffer): Promise<boolean> {
  const [target, place] = await Promise.all([orNull(realpath(ours)), orNull(realpath(theirs))]);
  if (target !== null && target === place) return true;
  const [text, other] = await Promise.all([orNull(readlink(ours)), orNull(readlink(theirs))]);
  return text !== null && text === other;
}

interface FileFacts {
  readonly path: Buffer;
  readonly own: Stats;
}

async function isSameFile(ours: FileFacts, theirs: FileFacts): Promise<boolean> {
  if (!ours.own.isFile() || !theirs.own.isFile()) return false;
  if (ours.own.size !== theirs.own.size || ours.own.size > MAX_COMPARED_BYTES) return false;
  const [a, b] = await Promise.all([orNull(readFile(ours.path)), orNull(readFile(theirs.path))]);
  return a !== null && b !== null && a.equals(b);
}

function orNull<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch(() => null);
}

/** A path below a directory whose name may not be valid UTF-8. */
export function bytesPath(directory: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(join(directory, "/")), name]);
}

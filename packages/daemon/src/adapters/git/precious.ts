import type { Stats } from "node:fs";
import { lstat, readFile, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "./lives-in.ts";

/** Tells whether a file, by its path in the tree, is one that git ignores but a person would miss. */
export type IsPrecious = (path: string) => boolean;

/**
 * Patterns as in a .gitignore: without a slash before their end they match a name anywhere, with one
 * the whole path. A directory that matches is precious with all in it; a slash at the end asks for
 * one. `*` and `?` stay within a name, `**` does not.
 */
export function compilePrecious(patterns: readonly string[]): IsPrecious {
  const regexes = patterns.map(patternToRegex);
  return (path) => regexes.some((regex) => regex.test(path));
}

function patternToRegex(pattern: string): RegExp {
  const isDirectory = pattern.endsWith("/");
  const glob = pattern.replace(/\/+$/, "");
  const before = glob.includes("/") ? "" : "(?:.*/)?";
  const after = isDirectory ? "/.*" : "(?:/.*)?";
  return new RegExp(`^${before}${globToSource(glob.replace(/^\//, ""))}${after}$`, "su");
}

function globToSource(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
}

/**
 * Without the files of Python environments, which are made from what they list: many a one is called
 * `.env`, as the file is. Names are bytes, one character each.
 */
export function withoutEnvironments(names: readonly string[]): readonly string[] {
  const roots = names
    .filter((name) => name.endsWith(ENVIRONMENT))
    .map((name) => name.slice(0, -ENVIRONMENT.length + 1));
  return roots.length === 0
    ? names
    : names.filter((name) => !roots.some((root) => name.startsWith(root)));
}

/** The file by which Python knows an environment's directory. */
const ENVIRONMENT = "/pyvenv.cfg";

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
  if (other === null || (await leadsInto(top, theirs))) return true;
  return !(await isSameFile({ path: ours, own }, { path: theirs, own: other }));
}

/** A link of the main checkout into the tree is no copy: it would go with the tree. */
async function leadsInto(top: string, path: Buffer): Promise<boolean> {
  const place = await orNull(realpath(path, { encoding: "buffer" }));
  return place === null || isInside(place.toString("latin1"), Buffer.from(top).toString("latin1"));
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

import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { dirname } from "node:path/posix";
import { bytesPath } from "./precious.ts";

/** So many directories are looked at side by side. */
const AT_ONCE = 64;

/** What lies in a tree and is none of its files. Names are bytes, one character each. */
export interface Inner {
  readonly kind: "repository" | "unreadable";
  readonly name: string;
}

/**
 * Looks through a whole tree for repositories of their own, or what is left of one. git passes over
 * whatever is named `.git`: over one that was begun around tracked files, over one whose HEAD is
 * damaged, and over files that somebody put into a directory of that name. It would delete them all
 * with the tree. `tracked` are the directories with tracked files, where a bare repository is files
 * like any others.
 */
export async function findInner(top: string, tracked: Iterable<string>): Promise<Inner | null> {
  const known = withParents(tracked);
  let level = [""];
  while (level.length > 0) {
    const below: string[] = [];
    for (let start = 0; start < level.length; start += AT_ONCE) {
      const looks = await Promise.all(
        level.slice(start, start + AT_ONCE).map((name) => lookInto(top, name, known)),
      );
      for (const look of looks) {
        if (look.kind !== "directories") return look;
        below.push(...look.names);
      }
    }
    level = below;
  }
  return null;
}

/** What a person is told about it. */
export function describeInner(inner: Inner): string {
  const name = `${Buffer.from(inner.name, "latin1").toString("utf8")}/`;
  return inner.kind === "repository"
    ? `it holds a repository of its own: ${name}`
    : `it holds a directory that cannot be read: ${name}`;
}

type Look = Inner | { readonly kind: "directories"; readonly names: readonly string[] };

async function lookInto(top: string, name: string, tracked: ReadonlySet<string>): Promise<Look> {
  const path = bytesPath(top, Buffer.from(name, "latin1"));
  let entries: readonly Dirent<Buffer>[];
  try {
    entries = await readdir(path, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isGone ? { kind: "directories", names: [] } : { kind: "unreadable", name };
  }
  const names: string[] = [];
  let hasGit = false;
  for (const entry of entries) {
    const own = entry.name.toString("latin1");
    if (own === ".git") hasGit = name !== "";
    else if (entry.isDirectory()) names.push(name === "" ? own : `${name}/${own}`);
  }
  if (hasGit && (await holdsSomething(path, tracked.has(name))))
    return { kind: "repository", name };
  if (!tracked.has(name) && (await isBareLeft(path, new Set(names.map(lastOf))))) {
    return { kind: "repository", name };
  }
  return { kind: "directories", names };
}

/** Packages carry stray files named `.git` that lead nowhere: nothing is lost with those. */
async function holdsSomething(directory: Buffer, isTracked: boolean): Promise<boolean> {
  const path = Buffer.concat([directory, Buffer.from("/.git")]);
  const found = await stat(path).catch(() => null);
  if (found === null) return isTracked && (await exists(path));
  if (found.isDirectory()) {
    const inside = await readdir(path, { encoding: "buffer" }).catch(() => null);
    return inside === null || inside.length > 0;
  }
  if (isTracked || !found.isFile() || found.size > MAX_POINTER) return true;
  const text = await readFile(path, "latin1").catch(() => "");
  const pointer = /^gitdir: (.*?)\n?$/s.exec(text)?.[1];
  if (pointer === undefined) return false;
  return exists(Buffer.from(resolve(directory.toString("latin1"), pointer), "latin1"));
}

const MAX_POINTER = 16 * 1024;

/** A bare repository, also one that lost its HEAD. */
async function isBareLeft(path: Buffer, names: ReadonlySet<string>): Promise<boolean> {
  if (!names.has("objects") || !names.has("refs")) return false;
  return exists(Buffer.concat([path, Buffer.from("/objects/pack")]));
}

function exists(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function withParents(directories: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>([""]);
  for (const directory of directories) {
    for (let at = directory; at !== "." && !all.has(at); at = dirname(at)) all.add(at);
  }
  return all;
}

import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname } from "node:path/posix";
import { whyNot, type GitAnswer } from "../git.ts";
import type { Look } from "../place.ts";
import { describeInner, findInner } from "../inner-repository.ts";
import { bytesPath } from "../precious.ts";
import { listStatus } from "./list-status.ts";
import { GITLINK, parseIndex, type IndexEntry } from "./parse-index.ts";

/** Everything that a tree's state consists of. Names are bytes, one character each. */
export interface TreeFiles {
  /** Files and links in the tree: tracked, new, and precious ones. */
  readonly present: readonly string[];
  /** Tracked, but meant not to be in the tree (a sparse checkout's, say). */
  readonly absent: readonly IndexEntry[];
  /** Submodules that are not set up. */
  readonly gitlinks: readonly IndexEntry[];
  readonly index: readonly IndexEntry[];
  /** The permission bits of what is present; null for links, which have none of their own. */
  readonly modes: ReadonlyMap<string, number | null>;
  /** Names that git shows as different from HEAD, or as new. */
  readonly changed: readonly string[];
}

/** The files, or what stands against saving them. */
export type FilesListing =
  | { readonly kind: "listed"; readonly files: TreeFiles }
  | { readonly kind: "refused"; readonly message: string };

/** So many files are looked at side by side. */
const AT_ONCE = 256;

/** Lists what has to be saved, and refuses where something could not be. */
export async function listFiles(look: Look, top: string): Promise<FilesListing> {
  const ask = (args: readonly string[]): Promise<GitAnswer> =>
    look.git.read(args, { cwd: top, timeoutMs: look.deadline.left() });
  const [status, listing, unstaged] = await Promise.all([
    listStatus(look, top),
    ask(["ls-files", "-v", "-s", "-z"]),
    // Taken out of the index and ignored now: only HEAD says that git once kept them.
    ask(["diff-index", "--cached", "--diff-filter=D", "--name-only", "--no-renames", "-z", "HEAD"]),
  ]);
  if (status.kind === "refused") return status;
  if (listing.kind !== "ok") return refused(`git ls-files: ${whyNot(listing)}`);
  if (unstaged.kind !== "ok") return refused(`git diff-index: ${whyNot(unstaged)}`);
  const index = parseIndex(listing.stdout);
  if (index === null) return refused("git ls-files: an entry makes no sense");
  const [repository] = status.list.repositories;
  if (repository !== undefined) return refused(nested(repository));

  const tracked = index.filter((entry) => entry.mode !== GITLINK);
  const names = new Set([
    ...tracked.map((entry) => entry.name),
    ...status.list.untracked,
    ...unstaged.stdout.toString("latin1").split("\0").slice(0, -1),
  ]);
  const gitlinks = await lookAtGitlinks(
    top,
    index.filter((entry) => entry.mode === GITLINK),
  );
  if (gitlinks.kind === "refused") return gitlinks;

  const found = await lookAtFiles(top, [...names]);
  const inner = await findInner(top, found.directories);
  if (inner !== null) {
    return refused(`${describeInner(inner)}, which cannot be saved with it: move it away first`);
  }
  if (found.strange !== null) {
    return refused(`${shown(found.strange)} is neither a file nor a link: move it away first`);
  }
  return {
    kind: "listed",
    files: {
      present: [...found.modes.keys()],
      absent: tracked.filter((entry) => entry.skipsWorktree && !found.modes.has(entry.name)),
      gitlinks: gitlinks.entries,
      index,
      modes: found.modes,
      changed: [...status.list.changed, ...status.list.untracked],
    },
  };
}

interface Found {
  readonly modes: ReadonlyMap<string, number | null>;
  /** A name under which something is that cannot be saved. */
  readonly strange: string | null;
  /** The directories on the way that are there. */
  readonly directories: readonly string[];
}

/** What is there under these names; a link in place of a directory hides what was below it. */
async function lookAtFiles(top: string, names: readonly string[]): Promise<Found> {
  const directories = new Map<string, Promise<boolean>>();
  const isDirectory = (path: string): Promise<boolean> => {
    if (path === ".") return Promise.resolve(true);
    const known = directories.get(path);
    if (known !== undefined) return known;
    const asked = isDirectory(dirname(path)).then(
      async (isInside) => isInside && (await statOf(top, path))?.isDirectory() === true,
    );
    directories.set(path, asked);
    return asked;
  };
  const modes = new Map<string, number | null>();
  let strange: string | null = null;
  await inBatches(names, async (name) => {
    if (!(await isDirectory(dirname(name)))) return;
    const stats = await statOf(top, name);
    if (stats === null || stats.isDirectory()) return;
    if (stats.isFile()) modes.set(name, stats.mode & 0o7777);
    else if (stats.isSymbolicLink()) modes.set(name, null);
    else strange ??= name;
  });
  const real: string[] = [];
  for (const [path, asked] of directories) if (await asked) real.push(path);
  return { modes, strange, directories: real };
}

type Gitlinks =
  | { readonly kind: "entries"; readonly entries: readonly IndexEntry[] }
  | { readonly kind: "refused"; readonly message: string };

async function lookAtGitlinks(top: string, all: readonly IndexEntry[]): Promise<Gitlinks> {
  const entries: IndexEntry[] = [];
  for (const entry of all) {
    const place = bytesPath(top, Buffer.from(entry.name, "latin1"));
    const left = await readdir(place, { encoding: "buffer" }).catch(() => null);
    if (left === null) {
      const stats = await statOf(top, entry.name);
      if (stats !== null) return refused(`${shown(entry.name)} stands where a submodule belongs`);
    } else if (left.some((name) => name.equals(DOT_GIT))) {
      const name = shown(entry.name);
      return refused(`the submodule ${name} is set up: its repository would go with the tree`);
    } else if (left.length > 0) {
      const name = shown(entry.name);
      return refused(`there are files where the submodule ${name} belongs: move them away first`);
    } else entries.push(entry);
  }
  return { kind: "entries", entries };
}

const DOT_GIT = Buffer.from(".git");

async function inBatches<T>(all: readonly T[], task: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE) {
    await Promise.all(all.slice(start, start + AT_ONCE).map(task));
  }
}

/** Null where nothing is there; whatever cannot be looked at must not pass for absent. */
async function statOf(top: string, name: string): Promise<Stats | null> {
  try {
    return await lstat(bytesPath(top, Buffer.from(name, "latin1")));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function nested(name: string): string {
  return `${shown(name)} is a repository of its own, which cannot be saved with this tree: move it away first`;
}

/** A name for a person. */
function shown(name: string): string {
  return Buffer.from(name, "latin1").toString("utf8");
}

function refused(message: string): { readonly kind: "refused"; readonly message: string } {
  return { kind: "refused", message };
}

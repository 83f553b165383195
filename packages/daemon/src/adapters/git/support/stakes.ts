import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Scratch } from "./scratch-repository.ts";

/** All that could be lost with a tree, found out without the code under test. */
export interface Stakes {
  /** Every commit that git can show from inside the tree. */
  readonly commits: readonly string[];
  /** What the index holds, all sides of conflicts included. */
  readonly staged: readonly string[];
  /** Files that git does not ignore, and precious ones, each by every id that would keep it. */
  readonly files: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** Repositories inside the tree and its git directory: no ref of ours can keep those. */
  readonly repositories: readonly string[];
}

/** Takes stock of a tree. `main` is the main checkout, whose copies of precious files keep them. */
export function takeStock(scratch: Scratch, directory: string, main: string): Stakes {
  const lines = (...args: string[]): readonly string[] =>
    scratch
      .git(directory, ...args)
      .split("\n")
      .filter((line) => line !== "");
  const listed = scratch
    .git(directory, "-c", "core.ignoreCase=false", "ls-files", "-zco", "--exclude-standard")
    .split("\0");
  const tracked = new Set(scratch.git(directory, "ls-files", "-z").split("\0"));
  const all = walk(scratch.at(directory), tracked);
  const precious = all.files.filter((name) => /(^|\/)\.env/.test(name));
  const names = [...new Set([...listed, ...precious])].filter((name) => all.files.includes(name));
  const gitDir = scratch.git(directory, "rev-parse", "--absolute-git-dir");
  const modules = existsSync(`${gitDir}/modules`) ? readdirSync(`${gitDir}/modules`) : [];
  return {
    commits: lines("rev-list", "--all", "--reflog", ...formerHead(scratch, directory)),
    staged: lines("ls-files", "-s").flatMap((line) => {
      const [mode, id] = line.split(" ");
      return mode === "160000" || id === undefined ? [] : [id];
    }),
    files: names.flatMap((name) => {
      const ids = idsOf(scratch, directory, name);
      const isCopy =
        precious.includes(name) &&
        existsSync(scratch.at(main, name)) &&
        idsOf(scratch, main, name)[0] === ids[0];
      return isCopy ? [] : [{ name, ids }];
    }),
    repositories: [...all.repositories, ...modules],
  };
}

/** What of the stakes is gone, once only the repository is left. */
export function findLost(
  scratch: Scratch,
  stakes: Stakes,
  { exactly }: { readonly exactly: boolean },
): readonly string[] {
  const kept = new Set(
    scratch
      .git("base", "rev-list", "--objects", "--all", "--reflog")
      .split("\n")
      .map((line) => line.split(" ", 1)[0]),
  );
  return [
    ...stakes.commits.filter((id) => !kept.has(id)).map((id) => `commit ${id}`),
    ...stakes.staged.filter((id) => !kept.has(id)).map((id) => `staged ${id}`),
    ...stakes.files
      .filter(({ ids }) => !(exactly ? ids.slice(0, 1) : ids).some((id) => kept.has(id)))
      .map(({ name }) => `file ${name}`),
    ...stakes.repositories.map((name) => `repository ${name}`),
  ];
}

function formerHead(scratch: Scratch, directory: string): readonly string[] {
  try {
    return [scratch.git(directory, "rev-parse", "-q", "--verify", "ORIG_HEAD^{commit}")];
  } catch {
    return [];
  }
}

/** The id of a file's bytes, and that of what git makes of them. */
function idsOf(scratch: Scratch, directory: string, name: string): readonly string[] {
  const path = scratch.at(directory, name);
  if (lstatSync(path).isSymbolicLink()) return [blobId(Buffer.from(readlinkSync(path)))];
  const exact = blobId(readFileSync(path));
  return [exact, scratch.git(directory, "hash-object", "--", name)];
}

function blobId(content: Buffer): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** A bare repository that is tracked is files like any others. */
function walk(
  root: string,
  tracked: ReadonlySet<string>,
): { readonly files: string[]; readonly repositories: string[] } {
  const files: string[] = [];
  const repositories: string[] = [];
  const visit = (directory: string): void => {
    const names = readdirSync(`${root}/${directory}`);
    const isBare =
      ["HEAD", "objects", "refs"].every((name) => names.includes(name)) &&
      !tracked.has(`${directory}HEAD`);
    if (directory !== "" && (isBare || names.includes(".git"))) {
      repositories.push(directory);
      return;
    }
    for (const name of names) {
      const path = `${directory}${name}`;
      // A name that is no text: that it comes back byte for byte is compared elsewhere.
      if (path === ".git" || path.includes("\uFFFD")) continue;
      const stats = lstatSync(`${root}/${path}`);
      if (stats.isDirectory()) visit(`${path}/`);
      else if (stats.isFile() || stats.isSymbolicLink()) files.push(path);
    }
  };
  visit("");
  return { files, repositories };
}

import { constants } from "node:fs";
import { copyFile, lstat, mkdtemp, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Deadline } from "../deadline.ts";
import { whyNot, type Git, type GitAnswer } from "../git.ts";
import { isInside } from "../lives-in.ts";
import { bytesPath } from "../precious.ts";
import { isFromInside, makeParents, type Ends } from "./new-tree.ts";

/** Which files of the main checkout a new tree gets. */
export interface Wanted {
  readonly patterns: string;
  /** Leaves out what git does not ignore: in the new tree it would count as somebody's work. */
  readonly ignoredOnly: boolean;
}

/** More files than this are not copied: that is another checkout, no set-up. */
const MAX_FILES = 50_000;

/** Files are copied so many side by side. */
const AT_ONCE = 16;

/**
 * Copies untracked files of the main checkout that match the patterns into the new tree. Answers what
 * could not be copied. Nothing that is there is written over.
 */
export async function copyFiles(
  git: Git,
  ends: Ends,
  wanted: Wanted,
  deadline: Deadline,
): Promise<readonly string[]> {
  const found = await findFiles({ git, deadline, main: ends.main }, wanted);
  if (typeof found === "string") return [`files to copy could not be found: ${found}`];
  const names = found.slice(0, MAX_FILES);
  const warnings: string[] = [];
  if (names.length < found.length) {
    warnings.push(`only ${MAX_FILES} of ${found.length} files were copied`);
  }
  for (let start = 0; start < names.length; start += AT_ONCE) {
    if (deadline.left() <= 0) return [...warnings, "there was no time left to copy more files"];
    const batch = names.slice(start, start + AT_ONCE);
    const answers = await Promise.all(batch.map((name) => copyOne(ends, name)));
    warnings.push(...answers.filter((answer) => answer !== null));
  }
  return warnings;
}

interface Search {
  readonly git: Git;
  readonly deadline: Deadline;
  readonly main: string;
}

/** git itself reads the patterns, so that they mean what they mean in a .gitignore. */
async function findFiles(search: Search, wanted: Wanted): Promise<readonly Buffer[] | string> {
  const directory = await mkdtemp(join(tmpdir(), "maestro-copy-"));
  try {
    const file = join(directory, "patterns");
    await writeFile(file, wanted.patterns);
    const args = ["ls-files", "--others", "--ignored", "-z", `--exclude-from=${file}`];
    const answer = await ask(search, args);
    if (answer.kind !== "ok") return whyNot(answer);
    if (!wanted.ignoredOnly || answer.stdout.length === 0) return split(answer.stdout);
    const ignored = await ask(search, ["check-ignore", "-z", "--stdin"], answer.stdout);
    if (ignored.kind === "ok") return split(ignored.stdout);
    // Status 1 is git's way to say that it ignores none of them.
    return ignored.kind === "refused" && ignored.code === 1 ? [] : whyNot(ignored);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function ask(search: Search, args: readonly string[], input?: Buffer): Promise<GitAnswer> {
  return search.git.read(args, {
    cwd: search.main,
    timeoutMs: search.deadline.left(),
    ...(input === undefined ? {} : { input }),
  });
}

/** The names in the answer, without directories that are repositories of their own. */
function split(stdout: Buffer): readonly Buffer[] {
  return stdout
    .toString("latin1")
    .split("\0")
    .filter((name) => name !== "" && !name.endsWith("/"))
    .map((name) => Buffer.from(name, "latin1"));
}

async function copyOne({ main, top }: Ends, name: Buffer): Promise<string | null> {
  const source = bytesPath(main, name);
  const target = bytesPath(top, name);
  try {
    const stats = await lstat(source);
    if (!(await isFromInside(main, name))) return `${name.toString()} lies outside the repository`;
    if (stats.isSymbolicLink()) {
      const text = await readlink(source);
      const leads = resolve(dirname(source.toString()), text);
      if (isAbsolute(text) || !isInside(leads, main)) {
        return `${name.toString()} was not copied: it is a link that leads out of the repository`;
      }
      if (await makeParents(top, name)) await symlink(text, target);
      return null;
    }
    if (!stats.isFile()) return `${name.toString()} was not copied: it is no plain file`;
    if (!(await makeParents(top, name))) {
      return `${name.toString()} was not copied: something else is where its directory belongs`;
    }
    // Shares the blocks where the file system can; never writes over anything, links included.
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "EEXIST" ? null : `${name.toString()} was not copied: ${message}`;
  }
}

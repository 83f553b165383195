import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deadline } from "../deadline.ts";
import { textOf, type Git, type GitAnswer } from "../git.ts";

/**
 * A git directory of our own beside a working tree. It shares the objects of the tree's repository,
 * but has an index of its own and no conversions: what goes in comes out byte for byte, whatever
 * line ends, filters or encodings the repository's attributes ask for.
 */
export interface PlainRepository {
  /** A scratch directory, for input files. */
  readonly directory: string;
  /** How a tree is written: a partial clone does not have all objects that its trees name. */
  readonly writeTree: readonly string[];
  /** Runs git on the working tree with one of our own indexes. */
  run(index: string, args: readonly string[], options?: PlainCall): Promise<GitAnswer>;
}

/** What a call may add. */
interface PlainCall {
  readonly input?: string | Uint8Array;
  readonly onStdout?: (chunk: Buffer) => "more" | "stop";
}

/** The repository whose objects are shared, and the tree to read from or to write to. */
export interface PlainTarget {
  readonly commonDir: string;
  readonly top: string;
  readonly deadline: Deadline;
}

// Of all places that attributes are read from, the git directory's own file has the last word.
const NO_CONVERSION = "* -text -filter -ident -working-tree-encoding\n";

const SETTINGS = [
  "core.fileMode=true",
  "core.symlinks=true",
  "core.bare=false",
  "core.hooksPath=/dev/null",
  "core.splitIndex=false",
  "core.attributesFile=/dev/null",
  "core.safecrlf=false",
  // Names that would lead into `.git` elsewhere are plain files where they were found.
  "core.protectNTFS=false",
  "core.protectHFS=false",
  // The tree goes once its state is saved: by then it has to be on the disk.
  "core.fsync=committed,loose-object,reference",
  "core.fsyncMethod=batch",
];

/** Opens such a directory for as long as `use` runs. */
export async function withPlainRepository<T>(
  git: Git,
  target: PlainTarget,
  use: (plain: PlainRepository) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "maestro-rescue-"));
  try {
    const gitDir = join(directory, "git");
    await mkdir(join(gitDir, "refs"), { recursive: true });
    await mkdir(join(gitDir, "info"));
    await writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(gitDir, "info", "attributes"), NO_CONVERSION);
    await writeFile(join(gitDir, "config"), await readFormat(git, target));
    const shared = await readSetting(git, target, ["--get", "core.sharedRepository"]);
    const partial = await readSetting(git, target, ["--get-regexp", "^remote\\..*\\.promisor$"]);
    const settings = shared === null ? SETTINGS : [...SETTINGS, `core.sharedRepository=${shared}`];
    const before = settings.flatMap((setting) => ["-c", setting]);
    return await use({
      directory,
      writeTree: partial === null ? ["write-tree"] : ["write-tree", "--missing-ok"],
      run: (index, args, options = {}) =>
        git.write([...before, ...args], {
          cwd: target.top,
          timeoutMs: target.deadline.left(),
          env: {
            GIT_DIR: gitDir,
            GIT_WORK_TREE: target.top,
            GIT_INDEX_FILE: join(directory, index),
            GIT_OBJECT_DIRECTORY: join(target.commonDir, "objects"),
            GIT_NO_REPLACE_OBJECTS: "1",
          },
          ...options,
        }),
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readFormat(git: Git, target: PlainTarget): Promise<string> {
  const call = { cwd: target.commonDir, timeoutMs: target.deadline.left() };
  const format = textOf(await git.read(["rev-parse", "--show-object-format"], call))?.trim();
  return format === undefined || format === "sha1"
    ? "[core]\n\trepositoryformatversion = 0\n"
    : `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = ${format}\n`;
}

async function readSetting(
  git: Git,
  target: PlainTarget,
  which: readonly string[],
): Promise<string | null> {
  const call = { cwd: target.commonDir, timeoutMs: target.deadline.left() };
  return textOf(await git.read(["config", ...which], call))?.trim() ?? null;
}

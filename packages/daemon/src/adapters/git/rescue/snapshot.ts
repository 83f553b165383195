import { constants } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { currentBranchAt } from "../current-branch.ts";
import { textOf, whyNot, type GitAnswer } from "../git.ts";
import { isObjectId, resolveCommit } from "../object-id.ts";
import type { Look } from "../place.ts";
import type { ProvenTree } from "../prove-tree.ts";
import { toFacts } from "./facts.ts";
import { listFiles, type TreeFiles } from "./list-files.ts";
import { findNameNotKept } from "./kept-names.ts";
import type { IndexEntry } from "./parse-index.ts";
import { withPlainRepository, type PlainRepository } from "./plain-repository.ts";
import { OPERATION_FILES, readOperation } from "./read-operation.ts";

/** A tree's state as objects of its repository, reachable from nothing yet. */
export interface Snapshot {
  readonly head: string;
  /** Null where HEAD is detached. */
  readonly branch: string | null;
  /** The files, byte for byte. */
  readonly filesTree: string;
  /** A tree of `index`, the index file itself, and `state`, which says the same comparably. */
  readonly indexTree: string;
  readonly stateTree: string;
  /** Commits that an operation in progress names. */
  readonly operands: readonly string[];
  /** How many files differ from `head`. */
  readonly changed: number;
}

/** The state, or what stands against taking it. */
export type Snapshotting =
  | { readonly kind: "taken"; readonly snapshot: Snapshot }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Writes a tree's whole state into the repository's objects. Nothing of the user's is touched: not
 * the index, not HEAD, no file and no ref.
 */
export async function takeSnapshot(look: Look, tree: ProvenTree): Promise<Snapshotting> {
  const operation = await readOperation(tree.gitDir);
  if (operation.kind === "refused") return operation;
  const operands = operation.commits;
  const head = await resolveCommit(look.git, tree.top, "HEAD", look.deadline);
  if (head.kind === "none") return refused(`HEAD is at no commit yet: ${head.message}`);
  const branch = await readBranch(look, tree);
  try {
    const listing = await listFiles(look, tree.top);
    if (listing.kind === "refused") return listing;
    const target = { ...tree, deadline: look.deadline };
    return await withPlainRepository(look.git, target, async (plain) => {
      const taking: Taking = { look, tree, plain, files: listing.files };
      const filesTree = await writeFilesTree(taking);
      const { indexTree, stateTree } = await writeIndexTree(taking);
      const changed = await countChanged(taking, head.id, filesTree);
      const trees = { filesTree, indexTree, stateTree };
      const snapshot = { head: head.id, branch, ...trees, operands, changed };
      return { kind: "taken", snapshot };
    });
  } catch (error) {
    return refused((error as Error).message);
  }
}

interface Taking {
  readonly look: Look;
  readonly tree: ProvenTree;
  readonly plain: PlainRepository;
  readonly files: TreeFiles;
}

async function readBranch(look: Look, tree: ProvenTree): Promise<string | null> {
  const call = { cwd: tree.top, timeoutMs: look.deadline.left() };
  const known = await currentBranchAt(tree.gitDir);
  if (known !== null) return known;
  const answer = await look.git.read(["symbolic-ref", "-q", "HEAD"], call);
  return /^refs\/heads\/(.+)\n$/.exec(textOf(answer) ?? "")?.[1] ?? null;
}

async function writeFilesTree({ plain, files }: Taking): Promise<string> {
  const known = [...files.absent, ...files.gitlinks].filter((entry) => entry.stage === 0);
  await addEntries(plain, "files", known.map(asInfo));
  // What is there goes before what is not: a file may stand where an absent one has its directory.
  await demand(
    plain.run("files", ["update-index", "--add", "--replace", "-z", "--stdin"], {
      input: Buffer.from(files.present.map((name) => `${name}\0`).join(""), "latin1"),
    }),
  );
  const lost = await findNameNotKept(plain, "files", files.present);
  if (lost !== null) {
    const name = Buffer.from(lost, "latin1").toString("utf8");
    throw new Error(`git cannot keep a file called ${name}: move it away first`);
  }
  return writeTree(plain, "files");
}

/** What the index holds, twice: as its file, to be put back, and as names that can be compared. */
async function writeIndexTree(
  taking: Taking,
): Promise<{ readonly indexTree: string; readonly stateTree: string }> {
  const { plain, files } = taking;
  const blobs = await writeBlobs(taking);
  const info = files.index.map((entry) => {
    const side = entry.stage === 0 ? "staged" : `stage-${entry.stage}`;
    return `${entry.mode} ${entry.id} 0\tstate/${side}/${entry.name}`;
  });
  for (const [name, id] of blobs) info.push(`100644 ${id} 0\t${name}`);
  await addEntries(plain, "state", info);
  const indexTree = await writeTree(plain, "state");
  return { indexTree, stateTree: await writeTree(plain, "state", ["--prefix=state/"]) };
}

/** Files that say what the trees cannot, by their name in the index's tree. */
async function writeBlobs(taking: Taking): Promise<ReadonlyMap<string, string>> {
  const { plain, files, tree } = taking;
  const directory = join(plain.directory, "blobs");
  await mkdir(directory);
  const sources = new Map<string, string>();
  const add = async (name: string, content: Buffer | string): Promise<void> => {
    const path = join(directory, String(sources.size));
    await writeFile(path, content);
    sources.set(name, path);
  };
  const absent = files.absent.map((entry) => entry.name);
  await add("state/facts.json", JSON.stringify(toFacts(files.modes, absent)));
  await add("state/flags", listFlags(files.index));
  for (const name of PRIVATE_FILES) {
    const content = await readFile(join(tree.gitDir, name)).catch(() => null);
    if (content !== null) await add(`state/private/${name}`, content);
  }
  const index = await copyIndex(taking);
  if (index !== null) await add("index", await readFile(index));
  // An entry that `git add -N` made names the empty blob, which need not exist.
  await add("state/empty", "");
  const written = await demand(
    plain.run("none", ["hash-object", "-w", "--no-filters", "--stdin-paths"], {
      input: [...sources.values()].map((path) => `${path}\n`).join(""),
    }),
  );
  const ids = written.split("\n").slice(0, -1);
  if (ids.length !== sources.size || !ids.every(isObjectId))
    throw new Error("git hash-object gave no ids");
  return new Map([...sources.keys()].map((name, at) => [name, ids[at] ?? ""]));
}

/** Files in a tree's own git directory: what decides what belongs in the tree, what is under way. */
export const PRIVATE_FILES: readonly string[] = [
  "config.worktree",
  "info/sparse-checkout",
  ...OPERATION_FILES,
];

/** A copy of the index that stands by itself; null where there is none. */
async function copyIndex({ look, tree, plain }: Taking): Promise<string | null> {
  const copy = join(plain.directory, "copy");
  try {
    await copyFile(join(tree.gitDir, "index"), copy, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  // A split index lies in two files, and remembered conflicts name objects that nothing else keeps.
  const args = ["update-index", "--no-split-index", "--no-untracked-cache", "--clear-resolve-undo"];
  const call = {
    cwd: tree.top,
    timeoutMs: look.deadline.left(),
    env: { GIT_INDEX_FILE: copy },
  };
  await demand(look.git.read(args, call));
  return copy;
}

function listFlags(index: readonly IndexEntry[]): Buffer {
  const flagged = index.filter((entry) => entry.skipsWorktree || entry.isAssumedUnchanged);
  const lines = flagged.map((entry) => {
    const skips = entry.skipsWorktree ? "skip-worktree " : "";
    return `${skips}${entry.isAssumedUnchanged ? "assume-unchanged " : ""}\t${entry.name}\0`;
  });
  return Buffer.from(lines.join(""), "latin1");
}

function asInfo(entry: IndexEntry): string {
  return `${entry.mode} ${entry.id} 0\t${entry.name}`;
}

async function addEntries(
  plain: PlainRepository,
  index: string,
  info: readonly string[],
): Promise<void> {
  if (info.length === 0) return;
  const input = Buffer.from(info.map((line) => `${line}\0`).join(""), "latin1");
  await demand(plain.run(index, ["update-index", "-z", "--index-info"], { input }));
}

async function writeTree(
  plain: PlainRepository,
  index: string,
  options: readonly string[] = [],
): Promise<string> {
  const id = (await demand(plain.run(index, [...plain.writeTree, ...options]))).trim();
  if (!isObjectId(id)) throw new Error("git write-tree gave no id");
  return id;
}

async function countChanged(taking: Taking, head: string, filesTree: string): Promise<number> {
  const { files, plain } = taking;
  const changed = new Set(files.changed);
  const flagged = files.index.filter((entry) => entry.skipsWorktree || entry.isAssumedUnchanged);
  if (flagged.length === 0) return changed.size;
  // What the flags hide from status shows here; conversions would show too, so nothing else counts.
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", head, filesTree];
  const answer = await plain.run("none", args);
  const differing = new Set(
    answer.kind === "ok" ? answer.stdout.toString("latin1").split("\0") : [],
  );
  for (const { name } of flagged) if (differing.has(name)) changed.add(name);
  return changed.size;
}

/** The text of an answer; what git refuses ends the whole attempt. */
async function demand(asked: Promise<GitAnswer>): Promise<string> {
  const answer = await asked;
  if (answer.kind === "ok") return answer.stdout.toString("latin1");
  throw new Error(whyNot(answer));
}

function refused(message: string): Snapshotting {
  return { kind: "refused", message };
}

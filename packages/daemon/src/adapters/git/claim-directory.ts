import { lstat, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { repositoryName, type Repository } from "./repository.ts";

/** Says which repository a directory of worktrees belongs to. */
const OWNER_FILE = ".maestro-repository";

/** Names tried before giving up. */
const MAX_TRIES = 10_000;

/** The longest name made of a branch, in characters: at most 240 bytes, and room for a number. */
const MAX_NAME = 60;

/** A worktree that wants a directory. */
export interface Claim {
  readonly worktreesDir: string;
  readonly repository: Repository;
  readonly branch: string;
  /** Told which path is going to be claimed, before it is; only where it is not the one told last. */
  readonly planned?: (path: string) => Promise<void>;
}

/** The directory that a claim would get now. */
export async function findFreeDirectory(claim: Claim): Promise<string> {
  for await (const path of candidates(claim)) {
    if (!(await exists(path))) return path;
  }
  throw noFreeName(claim);
}

/**
 * Claims a new, empty directory for a worktree by making it: whatever exists under that name, in any
 * form, makes the next number be tried, and nothing that exists is ever adopted. `avoided` holds
 * paths that are free but not to be had.
 */
export async function claimDirectory(
  claim: Claim,
  avoided: ReadonlySet<string> = new Set(),
): Promise<string> {
  for await (const path of candidates(claim)) {
    if (avoided.has(path) || (await exists(path))) continue;
    await claim.planned?.(path);
    if (await makeDirectory(path)) return path;
  }
  throw noFreeName(claim);
}

/** The directory that a claim would get now. Makes nothing, so another may get it meanwhile. */
export async function foreseeDirectory(claim: Claim): Promise<string> {
  const root = resolve(claim.repository.root, claim.worktreesDir);
  const home = await foreseeHome(await realpath(root).catch(() => root), claim.repository);
  for (const path of namesIn(home, claim.branch)) {
    if (!(await exists(path))) return path;
  }
  throw noFreeName(claim);
}

async function* candidates(claim: Claim): AsyncGenerator<string> {
  const root = resolve(claim.repository.root, claim.worktreesDir);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const home = await homeOf(await realpath(root), claim.repository);
  yield* namesIn(home, claim.branch);
}

function* namesIn(home: string, branch: string): Generator<string> {
  const name = safeName(branch);
  for (let number = 1; number <= MAX_TRIES; number++) yield join(home, numbered(name, number));
}

function noFreeName({ branch, worktreesDir }: Claim): Error {
  return new Error(`no free name for a worktree of ${branch} in ${worktreesDir}`);
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
}

/** A branch or repository name as the name of a directory that no program trips over. */
export function safeName(text: string): string {
  const safe = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+/, "");
  const short = Array.from(safe)
    .slice(0, MAX_NAME)
    .join("")
    .replace(/[-.]+$/, "");
  return short === "" ? "branch" : short;
}

/** The directory for one repository's trees: two of one name get two. */
async function homeOf(root: string, repository: Repository): Promise<string> {
  const name = safeName(repositoryName(repository.root));
  for (let number = 1; number <= MAX_TRIES; number++) {
    const path = join(root, numbered(name, number));
    if (await makeDirectory(path)) {
      await writeFile(join(path, OWNER_FILE), repository.commonDir, { mode: 0o600 });
      return path;
    }
    if (await mayHold(path, repository)) return path;
  }
  throw noFreeHome(root, repository);
}

/** What `homeOf` would answer, without making it. */
async function foreseeHome(root: string, repository: Repository): Promise<string> {
  const name = safeName(repositoryName(repository.root));
  for (let number = 1; number <= MAX_TRIES; number++) {
    const path = join(root, numbered(name, number));
    if (!(await exists(path)) || (await mayHold(path, repository))) return path;
  }
  throw noFreeHome(root, repository);
}

/** True where trees of this repository may stand in what is there. */
async function mayHold(path: string, repository: Repository): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found?.isDirectory() !== true) return false;
  const owner = await readFile(join(path, OWNER_FILE), "utf8").catch(() => null);
  // Without an owner it is a plain directory like any other.
  return owner === null || owner === "" || owner === repository.commonDir;
}

function noFreeHome(root: string, repository: Repository): Error {
  return new Error(`no free name for the worktrees of ${repository.root} in ${root}`);
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`;
}

/** False where anything is there already, dangling links included. */
async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

import { readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import * as z from "zod";
import { currentBranchAt } from "./current-branch.ts";

/**
 * A file of ours in git's own directory of a worktree. git keeps it when the tree is moved and drops
 * it with the registration, so it says for sure which trees maestro made, and where.
 */
const Mark = z.object({ path: z.string(), device: z.number() });
export type Mark = z.infer<typeof Mark>;

const MARK_FILE = "maestro.json";

/** What git's own directory of one linked worktree says. */
export interface Registration {
  /** git's directory of that worktree, under `worktrees/` of the common directory. */
  readonly gitDir: string;
  /** Where git believes the tree to be; it need not exist. */
  readonly path: string;
  /** The branch that the tree holds, also while a rebase has detached its HEAD. */
  readonly branch: string | null;
  readonly mark: Mark | null;
}

/**
 * Every registered linked worktree, read from the files themselves: `git worktree list` dies while
 * another process is half way through adding one.
 */
export async function readRegistrations(commonDir: string): Promise<readonly Registration[]> {
  const home = join(commonDir, "worktrees");
  const names = await readdir(home).catch(() => [] as string[]);
  const all = await Promise.all(names.map((name) => readRegistration(join(home, name))));
  return all.filter((one) => one !== null);
}

/** One registration, or null where its directory does not hold one (yet). */
export async function readRegistration(gitDir: string): Promise<Registration | null> {
  const pointer = await readText(join(gitDir, "gitdir"));
  if (pointer === null) return null;
  const text = pointer.replace(/\n$/, "");
  if (basename(text) !== ".git") return null;
  const path = dirname(isAbsolute(text) ? text : resolve(gitDir, text));
  return { gitDir, path, branch: await heldBranch(gitDir), mark: await readMark(gitDir) };
}

/** Marks a tree as one that maestro made. */
export async function writeMark(gitDir: string, mark: Mark): Promise<void> {
  await writeFile(join(gitDir, MARK_FILE), `${JSON.stringify(mark)}\n`, { mode: 0o600 });
}

/** The real path of where a registration points, or null where nothing is there. */
export function realPlace(registration: Registration): Promise<string | null> {
  return realpath(registration.path).catch(() => null);
}

async function readMark(gitDir: string): Promise<Mark | null> {
  const text = await readText(join(gitDir, MARK_FILE));
  if (text === null) return null;
  try {
    return Mark.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function heldBranch(gitDir: string): Promise<string | null> {
  const head = await currentBranchAt(gitDir);
  if (head !== null) return head;
  for (const state of ["rebase-merge", "rebase-apply"]) {
    const name = /^refs\/heads\/(.+)\n?$/.exec(
      (await readText(join(gitDir, state, "head-name"))) ?? "",
    );
    if (name?.[1] !== undefined) return name[1];
  }
  return null;
}

function readText(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

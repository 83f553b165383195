import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { readBounded } from "../../fs/read-bounded.ts";

/** What is wanted in a new tree. */
export interface SetUpWishes {
  /** Patterns of files to copy from the main checkout, as in a .gitignore. */
  readonly copy: readonly string[];
  /** Paths that are to be links into the main checkout. */
  readonly link: readonly string[];
  /** Shell lines to be run. */
  readonly run: readonly string[];
}

/** Wishes, and what of them could not be understood. */
export interface ReadWishes {
  readonly wishes: SetUpWishes;
  readonly warnings: readonly string[];
}

const OneLine = z.string().regex(/^[^\n\r\0]+$/, "has to be one line");
const RepositoryFile = z.object({
  worktree: z
    .object({
      copy: z.array(OneLine).max(1000).default([]),
      link: z.array(OneLine).max(1000).default([]),
      run: z
        .array(z.string().regex(/^[^\0]*\S[^\0]*$/, "is empty"))
        .max(100)
        .default([]),
    })
    .default({ copy: [], link: [], run: [] }),
});

const NOTHING: SetUpWishes = { copy: [], link: [], run: [] };

const FILE = ".maestro.toml";
const INCLUDE_FILE = ".worktreeinclude";
const MAX_BYTES = 256 * 1024;

/** Reads what a repository asks for in the file at its main checkout's root. */
export async function readWishes(main: string): Promise<ReadWishes> {
  const read = await readOwnFile(main, FILE);
  if (read.text === null) return { wishes: NOTHING, warnings: read.warnings };
  try {
    const parsed = RepositoryFile.safeParse(parse(read.text));
    if (parsed.success) return { wishes: parsed.data.worktree, warnings: [] };
    const [issue] = parsed.error.issues;
    const reason = `${issue?.path.join(".") ?? "?"}: ${issue?.message ?? "malformed"}`;
    return { wishes: NOTHING, warnings: [`${FILE} cannot be used: ${reason}`] };
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    return { wishes: NOTHING, warnings: [`${FILE} cannot be used: ${reason}`] };
  }
}

/**
 * The patterns in `.worktreeinclude`, a file that several tools share: which of the files that git
 * ignores a new tree needs.
 */
export async function readInclude(main: string): Promise<{
  readonly patterns: string | null;
  readonly warnings: readonly string[];
}> {
  const { text, warnings } = await readOwnFile(main, INCLUDE_FILE);
  return { patterns: text, warnings };
}

/** A file of the repository itself: a link could lead anywhere. */
async function readOwnFile(
  main: string,
  name: string,
): Promise<{ readonly text: string | null; readonly warnings: readonly string[] }> {
  const path = join(main, name);
  const found = await lstat(path).catch(() => null);
  if (found === null) return { text: null, warnings: [] };
  if (!found.isFile())
    return { text: null, warnings: [`${name} cannot be used: not a plain file`] };
  const read = await readBounded(path, MAX_BYTES);
  if (read.kind === "text") return { text: read.text, warnings: [] };
  const reason = read.kind === "missing" ? "it is gone" : read.reason;
  return { text: null, warnings: [`${name} cannot be used: ${reason}`] };
}

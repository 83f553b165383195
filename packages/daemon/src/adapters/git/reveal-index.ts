import { constants } from "node:fs";
import { copyFile, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whyNot, type GitAnswer } from "./git.ts";
import type { IndexFindings } from "./parse-index-entries.ts";
import type { Look, Place } from "./place.ts";
import { bytesPath } from "./precious.ts";
import { isAtLeast } from "./version.ts";

/** A copy of a tree's index in which git looks at every file. */
export interface RevealedIndex {
  readonly file: string;
  /** What had been hidden, by the names' bytes, one character each. */
  readonly flagged: ReadonlySet<string>;
}

/** What was made of the copy; `plain` where the index hides nothing and there is none. */
export type Revealed<T> =
  | { readonly kind: "plain" }
  | { readonly kind: "revealed"; readonly value: T }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Takes assume-unchanged and skip-worktree away in a copy of the index, outside the repository, for as
 * long as `use` runs.
 */
export async function withRevealedIndex<T>(
  look: Look,
  place: Place,
  index: IndexFindings,
  use: (revealed: RevealedIndex) => Promise<T>,
): Promise<Revealed<T>> {
  const skipped = await withoutSparse(look, place, index.skipped);
  const flagged = new Map<string, Buffer>();
  for (const name of [...index.assumedUnchanged, ...skipped]) {
    flagged.set(name.toString("latin1"), name);
  }
  if (flagged.size === 0) return { kind: "plain" };
  const directory = await mkdtemp(join(tmpdir(), "maestro-index-"));
  try {
    const file = join(directory, "index");
    const refusal = await reveal(look, place, { file, names: [...flagged.values()] });
    if (refusal !== null) return { kind: "unknown", reason: refusal };
    return { kind: "revealed", value: await use({ file, flagged: new Set(flagged.keys()) }) };
  } catch (error) {
    const reason = `the index could not be copied: ${(error as Error).message}`;
    return { kind: "unknown", reason };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function reveal(
  look: Look,
  place: Place,
  copy: { readonly file: string; readonly names: readonly Buffer[] },
): Promise<string | null> {
  await copyFile(join(place.gitDir, "index"), copy.file, constants.COPYFILE_FICLONE);
  const input = Buffer.concat(copy.names.flatMap((name) => [name, Buffer.from([0])]));
  const ask = (args: readonly string[], stdin?: Buffer): Promise<GitAnswer> =>
    look.git.read(args, {
      cwd: place.top,
      timeoutMs: look.deadline.left(),
      env: { GIT_INDEX_FILE: copy.file },
      ...(stdin === undefined ? {} : { input: stdin }),
    });
  // One flag at a time: git stops at the first of them that it is told to change.
  for (const flag of ["--no-assume-unchanged", "--no-skip-worktree"]) {
    const answer = await ask(["update-index", flag, "-z", "--stdin"], input);
    if (answer.kind !== "ok") return `git index: ${whyNot(answer)}`;
  }
  // It ends with status 1 where files need an update, which is what is to be found out.
  await ask(["update-index", "-q", "--refresh"]);
  return null;
}

/** Without what a sparse checkout has left out; what it left out and somebody put there stays. */
async function withoutSparse(
  look: Look,
  place: Place,
  skipped: readonly Buffer[],
): Promise<readonly Buffer[]> {
  if (skipped.length === 0) return skipped;
  const answer = await look.git.read(["config", "--type=bool", "--get", "core.sparseCheckout"], {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
  });
  const isSparse = answer.kind === "ok" && answer.stdout.toString("utf8").trim() === "true";
  if (!isSparse) return skipped;
  // From 2.37 on git itself takes the flag from files that are there all the same.
  if (isAtLeast(look.gitVersion, [2, 37])) return [];
  const present = await Promise.all(
    skipped.map((name) =>
      lstat(bytesPath(place.top, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return skipped.filter((_, at) => present[at]);
}

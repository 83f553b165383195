import { constants } from "node:fs";
import { copyFile, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whyNot, type GitAnswer } from "./git.ts";
import type { IndexFindings } from "./parse-index-entries.ts";
import type { Look, Place } from "./place.ts";
import { bytesPath } from "./precious.ts";
import { isAtLeast } from "./version.ts";

/** Names of files whose edits the index hides, or why that could not be told. */
export type HiddenEdits =
  | { readonly kind: "known"; readonly names: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Compares for real what assume-unchanged and skip-worktree hide: in a copy of the index, outside
 * the repository, the flags are taken away and git is asked again.
 */
export async function readHiddenEdits(
  look: Look,
  place: Place,
  index: IndexFindings,
): Promise<HiddenEdits> {
  const skipped = await withoutSparse(look, place, index.skipped);
  const flagged = new Map<string, Buffer>();
  for (const name of [...index.assumedUnchanged, ...skipped]) {
    flagged.set(name.toString("latin1"), name);
  }
  if (flagged.size === 0) return { kind: "known", names: [] };
  const directory = await mkdtemp(join(tmpdir(), "maestro-index-"));
  try {
    return await compare(look, place, { directory, flagged });
  } catch (error) {
    return {
      kind: "unknown",
      reason: `the index could not be copied: ${(error as Error).message}`,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function compare(
  look: Look,
  place: Place,
  copy: { readonly directory: string; readonly flagged: ReadonlyMap<string, Buffer> },
): Promise<HiddenEdits> {
  const file = join(copy.directory, "index");
  await copyFile(join(place.gitDir, "index"), file, constants.COPYFILE_FICLONE);
  const input = Buffer.concat(
    [...copy.flagged.values()].flatMap((name) => [name, Buffer.from([0])]),
  );
  const ask = (args: readonly string[], stdin?: Buffer): Promise<GitAnswer> =>
    look.git.read(args, {
      cwd: place.top,
      timeoutMs: look.deadline.left(),
      env: { GIT_INDEX_FILE: file },
      ...(stdin === undefined ? {} : { input: stdin }),
    });
  // One flag at a time: git stops at the first of them that it is told to change.
  for (const flag of ["--no-assume-unchanged", "--no-skip-worktree"]) {
    const answer = await ask(["update-index", flag, "-z", "--stdin"], input);
    if (answer.kind !== "ok") return { kind: "unknown", reason: `git index: ${whyNot(answer)}` };
  }
  // It ends with status 1 where files need an update, which is what is to be found out.
  await ask(["update-index", "-q", "--refresh"]);
  const answer = await ask(["diff-files", "--name-only", "-z", "--no-renames", "--no-ext-diff"]);
  if (answer.kind !== "ok") return { kind: "unknown", reason: `git diff-files: ${whyNot(answer)}` };
  const names = answer.stdout
    .toString("latin1")
    .split("\0")
    .filter((name) => copy.flagged.has(name));
  return {
    kind: "known",
    names: names.map((name) => Buffer.from(name, "latin1").toString("utf8")),
  };
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

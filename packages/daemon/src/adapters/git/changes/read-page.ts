import { lstat } from "node:fs/promises";
import type { ChangedFile, ChangesPage } from "../../../ports/changes.ts";
import { bytesPath } from "../precious.ts";
import { MAX_COMPARED_BYTES } from "./diff-settings.ts";
import { listChanges, shown, type Change, type Comparison } from "./list-changes.ts";
import { readNewFile, type NewFile } from "./new-file.ts";
import { readPatches } from "./read-patches.ts";
import type { Patch } from "./split-patches.ts";

/** A diff of one file beyond this is left out. */
const MAX_DIFF_BYTES = 64 * 1024;
/** A page ends with the file that takes its diffs beyond this. */
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_PAGE_FILES = 200;
/** git is asked for the diffs of so many files at once. */
const AT_ONCE = 50;
/** New files are read for the sake of their number of lines up to this many. */
const MAX_COUNTED = 5000;

/** One page of changes; null where git could not tell. */
export async function readPage(
  comparison: Comparison,
  after: string | null,
): Promise<Omit<ChangesPage, "commits"> | null> {
  const changes = await listChanges(comparison);
  if (changes === null) return null;
  const news = await countNewFiles(comparison, changes);
  const left = changes.filter(({ path }) => after === null || path > after);
  const files: ChangedFile[] = [];
  let bytes = 0;
  while (files.length < Math.min(left.length, MAX_PAGE_FILES) && bytes < MAX_PAGE_BYTES) {
    const batch = left.slice(files.length, Math.min(files.length + AT_ONCE, MAX_PAGE_FILES));
    for (const file of await show(comparison, batch)) {
      files.push(file);
      bytes += Buffer.byteLength(file.diff ?? "");
      if (bytes >= MAX_PAGE_BYTES) break;
    }
  }
  return {
    base: comparison.base,
    totals: {
      files: changes.length,
      additions: sum(changes.map((change) => news.get(change.name) ?? change.additions ?? 0)),
      deletions: sum(changes.map((change) => (change.untracked ? 0 : (change.deletions ?? 0)))),
    },
    files,
    next: files.length < left.length ? (files.at(-1)?.path ?? null) : null,
  };
}

/** Lines of new files, which git does not count. */
async function countNewFiles(
  { top }: Comparison,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, number>> {
  const lines = new Map<string, number>();
  const fresh = changes.filter(({ untracked }) => untracked);
  for (let start = 0; start < Math.min(fresh.length, MAX_COUNTED); start += AT_ONCE) {
    const batch = fresh.slice(start, start + AT_ONCE);
    await Promise.all(
      batch.map(async ({ name }) => {
        const file = await readNewFile(top, name, MAX_DIFF_BYTES);
        lines.set(name, file.kind === "text" ? file.lines : 0);
      }),
    );
  }
  return lines;
}

async function show(
  comparison: Comparison,
  changes: readonly Change[],
): Promise<readonly ChangedFile[]> {
  const tracked = changes.filter(
    (change) => !change.untracked && !change.isInBetween && change.additions !== null,
  );
  const patches = await readPatches(comparison, tracked, MAX_DIFF_BYTES);
  return Promise.all(
    changes.map(async (change) => {
      if (change.untracked) {
        return toFile(
          change,
          ofNewFile(await readNewFile(comparison.top, change.name, MAX_DIFF_BYTES)),
        );
      }
      if (change.isInBetween) return toFile(change, { diff: "", omitted: null });
      if (change.additions !== null) return toFile(change, ofPatch(patches.get(change.name)));
      const omitted = (await isLarge(comparison, change)) ? "large" : "binary";
      return toFile(change, { diff: null, omitted });
    }),
  );
}

type Shown = Pick<ChangedFile, "diff" | "omitted"> &
  Partial<Pick<ChangedFile, "additions" | "deletions">>;

function toFile(change: Change, view: Shown): ChangedFile {
  const { path, oldName, kind, committed, staged, unstaged, untracked, additions, deletions } =
    change;
  const oldPath = oldName === null ? null : shown(oldName);
  return {
    path,
    oldPath,
    kind,
    committed,
    staged,
    unstaged,
    untracked,
    additions,
    deletions,
    ...view,
  };
}

function ofNewFile(file: NewFile): Shown {
  if (file.kind === "omitted") {
    return { additions: null, deletions: null, diff: null, omitted: file.why };
  }
  return { additions: file.lines, deletions: 0, diff: file.diff, omitted: null };
}

function ofPatch(patch: Patch | undefined): Shown {
  // It changed back while git was asked.
  if (patch === undefined) return { diff: "", omitted: null };
  return patch.text === null
    ? { diff: null, omitted: "large" }
    : { diff: patch.text, omitted: null };
}

/** git takes a file for binary where it is too large to be compared. */
async function isLarge({ top }: Comparison, { name }: Change): Promise<boolean> {
  const stats = await lstat(bytesPath(top, Buffer.from(name, "latin1"))).catch(() => null);
  return stats !== null && stats.size > MAX_COMPARED_BYTES;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

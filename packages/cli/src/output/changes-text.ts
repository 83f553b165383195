import type { ChangedFile, Changes } from "@maestro/protocol";
import type { Context } from "../context.ts";
import { printable } from "./printable.ts";
import { type Cell, type Column, formatTable } from "./table.ts";

type Look = Pick<Context, "style" | "width">;

const KINDS: Readonly<Record<ChangedFile["kind"], string>> = {
  added: "new",
  modified: "changed",
  deleted: "deleted",
  renamed: "renamed",
  "type-changed": "another type",
  conflicted: "conflict",
};

const OMITTED: Readonly<Record<NonNullable<ChangedFile["omitted"]>, string>> = {
  binary: "Binary file, not shown.",
  large: "Too large to be shown.",
};

/** All changes in one line: how many files, how many lines, against what. */
export function changesHead({ style }: Look, { base, totals }: Changes): string {
  const against = base.slice(0, 12);
  if (totals.files === 0) return `No changes against ${against}.`;
  const files = totals.files === 1 ? "1 file" : `${totals.files} files`;
  const counts = `${style.work(`+${totals.additions}`)} ${style.error(`-${totals.deletions}`)}`;
  return `${files} against ${against}  ${counts}`;
}

const COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "", align: "right" },
  { title: "", align: "right" },
  { title: "", shrinkTo: 20, cut: "middle" },
  { title: "", shrinkTo: 8 },
];

/** A row for each file: what happened to it, its counts, where the change is. */
export function statTable({ style, width }: Look, files: readonly ChangedFile[]): string[] {
  const rows = files.map((file): readonly Cell[] => {
    const { additions, deletions } = file;
    const counts: Cell[] =
      additions === null || deletions === null
        ? [{ text: "binary", paint: style.quiet }, { text: "" }]
        : [
            { text: `+${additions}`, paint: style.work },
            { text: `-${deletions}`, paint: style.error },
          ];
    const where = { text: whereOf(file), paint: style.quiet };
    return [{ text: KINDS[file.kind] }, ...counts, { text: nameOf(file) }, where];
  });
  return formatTable(COLUMNS, rows, width());
}

/** One file: a line about it, then its diff or why there is none. */
export function fileLines({ style }: Look, file: ChangedFile): string[] {
  const { additions, deletions } = file;
  const counts =
    additions === null || deletions === null
      ? ""
      : `  ${style.work(`+${additions}`)} ${style.error(`-${deletions}`)}`;
  const about = style.quiet(`${KINDS[file.kind]}, ${whereOf(file)}`);
  const head = `${style.strong(printable(nameOf(file)))}${counts}  ${about}`;
  if (file.diff === null) {
    return [head, file.omitted === null ? "" : `  ${OMITTED[file.omitted]}`].filter(Boolean);
  }
  return [head, ...diffLines(style, file.diff)];
}

/** A diff's lines in colour. What stands before its first hunk says nothing that the head did not. */
function diffLines(style: Look["style"], diff: string): string[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const hunks = first === -1 ? lines.slice(1) : lines.slice(first);
  return hunks.map((line) => {
    const safe = line.split("\t").map(printable).join("\t");
    if (first === -1 || safe.startsWith("@@") || safe.startsWith("\\")) return style.quiet(safe);
    if (safe.startsWith("+")) return style.work(safe);
    return safe.startsWith("-") ? style.error(safe) : safe;
  });
}

function nameOf({ path, old_path: oldPath }: ChangedFile): string {
  return oldPath === null ? path : `${oldPath} → ${path}`;
}

/** The steps that a change went through. */
function whereOf({ committed, staged, unstaged, untracked }: ChangedFile): string {
  const steps = [
    committed ? "committed" : "",
    staged ? "staged" : "",
    unstaged ? "not staged" : "",
    untracked ? "not in git" : "",
  ];
  return steps.filter((step) => step !== "").join(", ");
}

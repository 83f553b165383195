import type { BlockedWork, Session, UnsavedWork } from "@maestro/protocol";
import { printable } from "./printable.ts";
import { shellWord } from "./shell-word.ts";

const SHOWN_NAMES = 5;

const OPERATIONS: Record<NonNullable<BlockedWork["in_progress"]>, string> = {
  merge: "Merge",
  rebase: "Rebase",
  "cherry-pick": "Cherry-pick",
  revert: "Revert",
  bisect: "Bisect",
  am: "Patch series (git am)",
};

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** All that blocks, as one number after `±`; `?` where git could not tell; empty where nothing does. */
export function unsavedMark(work: BlockedWork | null): string {
  if (work === null) return "";
  if (work.unknown !== null) return "±?";
  const sum =
    work.uncommitted + work.untracked + work.unpushed + (work.in_progress === null ? 0 : 1);
  return sum === 0 ? "" : `±${sum}`;
}

/** What blocks, in a few words on one line. */
export function unsavedSummary(work: BlockedWork): string {
  if (work.unknown !== null) return `git could not tell: ${printable(work.unknown)}`;
  const parts = [
    work.uncommitted > 0 ? `${work.uncommitted} changed` : "",
    work.untracked > 0 ? `${work.untracked} new` : "",
    work.unpushed > 0 ? count(work.unpushed, "commit", "commits") : "",
    work.in_progress === null ? "" : `${OPERATIONS[work.in_progress]} in progress`,
  ];
  return parts.filter((part) => part !== "").join(", ") || "nothing unsaved";
}

/** The kinds of unsaved work, each as its own short block of lines with the first few names. */
function unsavedLines(work: UnsavedWork): string[] {
  const { samples, truncated } = work;
  const least = truncated ? "at least " : "";
  const commits = samples.unpushed.map(({ id, subject }) => `${id} ${subject}`);
  const lines: string[] = [];
  const kind = (n: number, nouns: readonly [string, string, string], names: string[]): void => {
    if (n === 0) return;
    lines.push(`  ${least}${count(n, nouns[0], nouns[1])}, ${nouns[2]}`);
    const shown = names.slice(0, SHOWN_NAMES);
    for (const name of shown) lines.push(`    ${printable(name)}`);
    if (n > shown.length && shown.length > 0) lines.push(`    and ${n - shown.length} more`);
  };
  kind(work.uncommitted, ["changed file", "changed files", "not committed"], samples.uncommitted);
  kind(work.untracked, ["new file", "new files", "not in git"], samples.untracked);
  kind(work.unpushed, ["commit", "commits", "on no remote"], commits);
  if (work.in_progress !== null) lines.push(`  ${OPERATIONS[work.in_progress]} in progress`);
  for (const note of work.notes) lines.push(`  ${printable(note)}`);
  return lines;
}

/** What the guard says when it refuses: what would be lost, how to save it, what force does. */
export function guardText(session: Session, name: string, work: UnsavedWork): string {
  const refused = session.status === "running" ? "Not ended" : "Not dismissed";
  const force = [
    session.status === "running" ? "If you end it now" : "If you dismiss it now",
    "  No file is deleted. The worktree stays on disk and is listed under Retained worktrees, where a",
    "  session can be opened in it (maestro worktrees).",
    `  maestro kill --force ${shellWord(name)}`,
  ];
  if (work.unknown !== null) {
    return [
      `${refused}: git could not tell whether this worktree holds unsaved work`,
      `  ${printable(work.unknown)}`,
      ...force,
    ].join("\n");
  }
  const still = session.status === "running" ? `${printable(name)} is still running. ` : "";
  const branch = session.worktree?.branch;
  const push =
    work.unpushed > 0 && branch !== undefined
      ? ["To push the commits", `  git push -u origin ${shellWord(branch)}`]
      : [];
  return [
    `${refused}: this worktree holds unsaved work`,
    `${still}Its worktree holds what no remote has:`,
    ...unsavedLines(work),
    ...push,
    ...force,
  ].join("\n");
}

/** What the guard says when it refuses a reclaim. */
export function reclaimGuardText(path: string, work: UnsavedWork): string {
  const force = [
    "If you reclaim it by force",
    "  Its whole state is first saved in the repository as a commit of its own, from where it can be",
    "  brought back (maestro worktrees restore).",
    `  maestro worktrees reclaim --force ${shellWord(path)}`,
  ];
  if (work.unknown !== null) {
    return [
      "Not reclaimed: git could not tell whether this worktree holds unsaved work",
      `  ${printable(work.unknown)}`,
      ...force,
    ].join("\n");
  }
  const push =
    work.unpushed > 0
      ? ["To push the commits", `  git -C ${shellWord(path)} push -u origin HEAD`]
      : [];
  return [
    "Not reclaimed: this worktree holds unsaved work",
    ...unsavedLines(work),
    ...push,
    ...force,
  ].join("\n");
}

import type { ChangedFile } from "../../../ports/changes.ts";
import type { Deadline } from "../deadline.ts";
import type { Git, GitAnswer } from "../git.ts";
import { createStatusParser } from "../parse-status.ts";
import { DIFF_ARGUMENTS } from "./diff-settings.ts";
import { parseDiff, type RawChange } from "./parse-diff.ts";

/** A proven tree that is compared with a commit. */
export interface Comparison {
  readonly git: Git;
  readonly deadline: Deadline;
  readonly top: string;
  readonly base: string;
  /** An index to be used in place of the tree's own. */
  readonly env: Readonly<Record<string, string>>;
}

/** A changed file without what only its page shows. Names are bytes, one character each. */
export interface Change {
  readonly path: string;
  readonly name: string;
  readonly oldName: string | null;
  readonly kind: ChangedFile["kind"];
  readonly committed: boolean;
  readonly staged: boolean;
  readonly unstaged: boolean;
  readonly untracked: boolean;
  readonly additions: number | null;
  readonly deletions: number | null;
  /** True where the tree's file and the base's are the same: the change is in between. */
  readonly isInBetween: boolean;
}

/** More untracked files than this are not listed. */
const MAX_UNTRACKED = 50_000;

/** All changes in the order of their paths; null where git could not tell. */
export async function listChanges(comparison: Comparison): Promise<readonly Change[] | null> {
  const { base } = comparison;
  const [diff, committed, steps] = await Promise.all([
    ask(comparison, [...DIFF_ARGUMENTS, "--raw", "--numstat", "-z", base, "--"]),
    ask(comparison, ["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, "HEAD", "--"]),
    readSteps(comparison),
  ]);
  if (diff.kind !== "ok" || steps === null) return null;
  const raw = parseDiff(diff.stdout);
  if (raw === null) return null;
  // Without a commit of its own (an unborn branch) nothing was committed.
  const inCommits = new Set(
    committed.kind === "ok" ? committed.stdout.toString("latin1").split("\0") : [],
  );
  return merge(raw, inCommits, steps);
}

interface Steps {
  readonly staged: ReadonlySet<string>;
  readonly unstaged: ReadonlySet<string>;
  readonly conflicted: ReadonlySet<string>;
  readonly untracked: ReadonlySet<string>;
}

async function readSteps(comparison: Comparison): Promise<Steps | null> {
  const parser = createStatusParser();
  const staged = new Set<string>();
  const unstaged = new Set<string>();
  const conflicted = new Set<string>();
  const untracked = new Set<string>();
  let isStrange = false;
  const answer = await ask(
    comparison,
    [
      "status",
      "--porcelain=v2",
      "-z",
      "--untracked-files=all",
      "--ignored=no",
      "--ignore-submodules=none",
      "--no-renames",
      "--no-ahead-behind",
    ],
    (chunk) => {
      for (const entry of parser.feed(chunk)) {
        if (entry.kind === "strange") isStrange = true;
        if (entry.kind === "untracked") untracked.add(entry.name.toString("latin1"));
        if (entry.kind !== "changed") continue;
        const name = entry.name.toString("latin1");
        if (entry.isConflict) conflicted.add(name);
        else {
          if (entry.xy[0] !== ".") staged.add(name);
          if (entry.xy[1] !== ".") unstaged.add(name);
        }
      }
      return untracked.size >= MAX_UNTRACKED ? "stop" : "more";
    },
  );
  const isComplete = answer.kind === "stopped" || (answer.kind === "ok" && !parser.isCutOff());
  return isComplete && !isStrange ? { staged, unstaged, conflicted, untracked } : null;
}

function merge(
  raw: readonly RawChange[],
  committed: ReadonlySet<string>,
  steps: Steps,
): readonly Change[] {
  const changes = new Map<string, Change>();
  const add = (change: RawChange, isInBetween: boolean): void => {
    const { name, oldName, additions, deletions } = change;
    const isIn = (names: ReadonlySet<string>): boolean =>
      names.has(name) || (oldName !== null && names.has(oldName));
    changes.set(name, {
      path: shown(name),
      name,
      oldName,
      kind: steps.conflicted.has(name) ? "conflicted" : (KINDS[change.letter] ?? "modified"),
      committed: isIn(committed),
      staged: isIn(steps.staged),
      unstaged: isIn(steps.unstaged) || steps.conflicted.has(name),
      untracked: isIn(steps.untracked),
      additions,
      deletions,
      isInBetween,
    });
  };
  const hidden = { oldName: null, letter: "M", additions: 0, deletions: 0 };
  for (const change of raw) add(change, false);
  const known = new Set(raw.flatMap(({ name, oldName }) => [name, oldName ?? name]));
  // Undone again on the way to the tree: only the index, or only a commit, still holds it.
  for (const names of [steps.staged, steps.unstaged, steps.conflicted]) {
    for (const name of names) if (!known.has(name)) add({ ...hidden, name }, true);
  }
  for (const name of steps.untracked) {
    const tracked = changes.get(name);
    // Taken out of the index but still there: what is shown is the file.
    if (tracked !== undefined) changes.set(name, { ...tracked, kind: "modified", untracked: true });
    else add({ ...hidden, letter: "A", name }, false);
  }
  return [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

const KINDS: Readonly<Record<string, ChangedFile["kind"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  R: "renamed",
  T: "type-changed",
  U: "conflicted",
};

function ask(
  comparison: Comparison,
  args: readonly string[],
  onStdout?: (chunk: Buffer) => "more" | "stop",
): Promise<GitAnswer> {
  return comparison.git.read(args, {
    cwd: comparison.top,
    timeoutMs: comparison.deadline.left(),
    env: comparison.env,
    ...(onStdout === undefined ? {} : { onStdout }),
  });
}

/** A name for a person. */
export function shown(name: string): string {
  return Buffer.from(name, "latin1").toString("utf8");
}

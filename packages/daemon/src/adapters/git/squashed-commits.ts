import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textOf, type GitAnswer } from "./git.ts";
import type { LandingAnswer, LandingQuestion } from "./landing.ts";
import { readMergeDriverSettings } from "./merge-drivers.ts";
import { isObjectId } from "./object-id.ts";
import type { Look, Place } from "./place.ts";
import { isAtLeast } from "./version.ts";

/** Remote branches tried, most recent first, and commits from HEAD down. */
const MAX_TIPS = 12;
const MAX_COMMITS = 8;

/** What came of an attempt that git did not finish. */
const UNFINISHED: LandingAnswer = { landed: new Set(), isFinal: false };
const NOT_LANDED: LandingAnswer = { landed: new Set(), isFinal: true };

/**
 * Commits that a squash has brought into a remote branch: merging them into it changes nothing. Tried
 * for HEAD first and then for its first parents, since new work may stand on landed work.
 */
export async function findSquashedCommits(
  look: Look,
  place: Place,
  question: LandingQuestion,
): Promise<LandingAnswer> {
  if (!isAtLeast(look.gitVersion, [2, 38])) return NOT_LANDED;
  const settings = await readMergeDriverSettings(look, place);
  if (settings === null) return UNFINISHED;
  const objects = await mkdtemp(join(tmpdir(), "maestro-objects-")).catch(() => null);
  if (objects === null) return UNFINISHED;
  const ask: Ask = (args, input) =>
    look.git.read(args, {
      cwd: place.top,
      timeoutMs: look.deadline.left(),
      // What merge-tree writes stays out of the repository, which the probe must not change.
      env: {
        GIT_OBJECT_DIRECTORY: objects,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(join(place.commonDir, "objects")),
      },
      ...(input === undefined ? {} : { input }),
    });
  try {
    return await tryCommits({ ask, settings }, question, () => look.deadline.left() > 0);
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

type Ask = (args: readonly string[], input?: string) => Promise<GitAnswer>;

interface Merging {
  readonly ask: Ask;
  readonly settings: readonly string[];
}

async function tryCommits(
  merging: Merging,
  question: LandingQuestion,
  hasTime: () => boolean,
): Promise<LandingAnswer> {
  const open = new Set(question.commits);
  const [head] = question.commits;
  if (head === undefined) return NOT_LANDED;
  const line = ["rev-list", "--first-parent", `--max-count=${MAX_COMMITS}`, head];
  const candidates = lines(await merging.ask(line)).filter((id) => open.has(id));
  for (const candidate of candidates) {
    for (const tip of question.tips.slice(0, MAX_TIPS)) {
      if (!hasTime()) return UNFINISHED;
      if (!(await changesNothing(merging, tip, candidate))) continue;
      const inside = await commitsOf(merging, tip, candidate);
      const ours = inside.filter((id) => open.has(id));
      if (await showInResult(merging, { tip, candidate, commits: ours })) {
        return { landed: new Set(ours), isFinal: true };
      }
    }
  }
  return { landed: new Set(), isFinal: hasTime() };
}

async function changesNothing(merging: Merging, tip: string, commit: string): Promise<boolean> {
  const args = [...merging.settings, "merge-tree", "--write-tree", "--no-messages", tip, commit];
  const [merged, before] = await Promise.all([
    merging.ask(args),
    merging.ask(["rev-parse", "--verify", "--end-of-options", `${tip}^{tree}`]),
  ]);
  const tree = textOf(merged)?.trim();
  return tree !== undefined && isObjectId(tree) && tree === textOf(before)?.trim();
}

async function commitsOf(
  merging: Merging,
  tip: string,
  commit: string,
): Promise<readonly string[]> {
  return lines(await merging.ask(["rev-list", commit, `^${tip}`, "--"]));
}

/**
 * Only work that shows in the result has landed: a commit and its revert also merge without a trace,
 * and then the change is nowhere. So the whole must change something, and no commit may touch a file
 * that the whole leaves as it was.
 */
async function showInResult(
  merging: Merging,
  what: { readonly tip: string; readonly candidate: string; readonly commits: readonly string[] },
): Promise<boolean> {
  const [base] = lines(await merging.ask(["merge-base", what.tip, what.candidate]));
  if (base === undefined || what.commits.length === 0) return false;
  const names = [
    "diff-tree",
    "-r",
    "-z",
    "--name-only",
    "--no-renames",
    "--ignore-submodules=none",
  ];
  const whole = await merging.ask([...names, base, what.candidate]);
  const input = what.commits.map((id) => `${id}\n`).join("");
  const each = await merging.ask([...names, "--no-commit-id", "--root", "-c", "--stdin"], input);
  if (whole.kind !== "ok" || each.kind !== "ok") return false;
  const changed = new Set(fields(whole));
  return changed.size > 0 && fields(each).every((name) => changed.has(name));
}

function lines(answer: GitAnswer): readonly string[] {
  return (textOf(answer) ?? "").split("\n").filter(isObjectId);
}

function fields(answer: Extract<GitAnswer, { kind: "ok" }>): readonly string[] {
  return answer.stdout
    .toString("latin1")
    .split("\0")
    .filter((name) => name !== "");
}

/** A colon separates directories in this variable; a quoted path may hold one. */
function quotePath(path: string): string {
  return `"${path.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

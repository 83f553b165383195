import { createHash } from "node:crypto";
import { textOf } from "./git.ts";
import type { LandingAnswer, LandingQuestion } from "./landing.ts";
import { isObjectId } from "./object-id.ts";
import type { Look, Place } from "./place.ts";

/** More look-alikes than this are not read through; they then count as not landed. */
const MAX_COMPARED = 400;

/**
 * Commits that were rebased or cherry-picked into a remote branch. git's own patch ids find the
 * candidates; they ignore white space, in which two changes may well differ, so each candidate's
 * patch is then compared to the letter.
 */
export async function findPickedCommits(
  look: Look,
  place: Place,
  question: LandingQuestion,
): Promise<LandingAnswer> {
  const [head] = question.commits;
  if (head === undefined) return { landed: new Set(), isFinal: true };
  const marked = await readMarked(look, place, { head, tips: question.tips });
  if (marked === null) return { landed: new Set(), isFinal: false };
  const own = new Set(question.commits);
  const ours = marked.filter((id) => own.has(id));
  const theirs = marked.filter((id) => !own.has(id));
  if (ours.length === 0) return { landed: new Set(), isFinal: true };
  if (marked.length > MAX_COMPARED) return { landed: new Set(), isFinal: true };
  const patches = await readPatches(look, place, marked);
  if (patches === null) return { landed: new Set(), isFinal: false };
  const there = new Set(theirs.map((id) => patches.get(id)));
  const landed = ours.filter((id) => patches.has(id) && there.has(patches.get(id)));
  return { landed: new Set(landed), isFinal: true };
}

/** Commits of either side that git marks as having an equal on the other. */
async function readMarked(
  look: Look,
  place: Place,
  sides: { readonly head: string; readonly tips: readonly string[] },
): Promise<readonly string[] | null> {
  const args = ["rev-list", "--left-right", "--cherry-mark", "--no-merges", "--stdin"];
  const answer = await look.git.read(args, {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
    input: sides.tips.map((tip) => `${tip}...${sides.head}\n`).join(""),
  });
  const text = textOf(answer);
  if (text === null) return null;
  return text
    .split("\n")
    .filter((line) => line.startsWith("="))
    .map((line) => line.slice(1))
    .filter(isObjectId);
}

async function readPatches(
  look: Look,
  place: Place,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  const args = [
    "diff-tree",
    "--stdin",
    "--root",
    "-r",
    "-p",
    "-U3",
    "--full-index",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--ignore-submodules=none",
  ];
  const answer = await look.git.read(args, {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
    input: commits.map((id) => `${id}\n`).join(""),
  });
  return answer.kind === "ok" ? parsePatches(answer.stdout.toString("latin1")) : null;
}

/**
 * A fingerprint of each commit's patch in `diff-tree --stdin -p`, without what a rebase changes: line
 * numbers and the ids of the whole files. A commit that changes nothing has none.
 */
export function parsePatches(text: string): ReadonlyMap<string, string> {
  const patches = new Map<string, string>();
  let commit: string | null = null;
  let lines: string[] = [];
  let fileIds = "";
  const finish = (): void => {
    if (commit !== null && lines.length > 0) {
      patches.set(commit, createHash("sha256").update(lines.join("\n"), "latin1").digest("hex"));
    }
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (isObjectId(line)) {
      finish();
      commit = line;
    } else if (line.startsWith("index ")) fileIds = line;
    // A binary file's patch says nothing of its content: its ids do.
    else if (line.startsWith("Binary files ")) lines.push(fileIds, line);
    else if (line.startsWith("@@ ")) lines.push("@@");
    else if (line !== "") lines.push(line);
  }
  finish();
  return patches;
}

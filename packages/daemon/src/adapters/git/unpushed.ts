import { counted, doubt, NOTHING, type CommitName, type Findings } from "./findings.ts";
import { textOf, whyNot, type GitAnswer } from "./git.ts";
import type { LandedCommits } from "./landed.ts";
import { isObjectId } from "./object-id.ts";
import type { Look, Place } from "./place.ts";

/** Counting stops here. */
const ENOUGH = 1000;

/** Characters of a commit id that are shown. */
const SHORT_ID = 10;

/** Commits that only HEAD's own history holds: on no remote, not there at the start, not landed. */
export async function readUnpushed(
  look: Look,
  place: Place,
  landed: LandedCommits,
): Promise<Findings> {
  const answer = await listUnpushed(look, place);
  if (answer.kind !== "ok") {
    return (await isUnborn(look, place)) ? NOTHING : doubt(`git rev-list: ${whyNot(answer)}`);
  }
  const commits = parseCommits(answer.stdout.toString("utf8"));
  if (commits === null) return doubt("git rev-list: the answer makes no sense");
  const [head] = commits;
  if (head === undefined) return NOTHING;
  if (commits.length > ENOUGH) {
    return { ...NOTHING, unpushed: counted(commits.map(shortened), true) };
  }
  const verdict = await landed.among(
    look,
    place,
    commits.map((commit) => commit.id),
  );
  const left = commits.filter((commit) => !verdict.landed.has(commit.id));
  return {
    ...NOTHING,
    unpushed: counted(left.map(shortened)),
    notes: left.length === 0 || verdict.hasRemote ? [] : [NO_REMOTE],
  };
}

const NO_REMOTE =
  "the repository has no remote branch to compare with: every commit made here counts as unpushed";

/** Commit ids and subjects in `rev-list --format=%H%x00%s`, newest first; null where it is not that. */
export function parseCommits(text: string): readonly CommitName[] | null {
  const commits: CommitName[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("commit ")) continue;
    const [id = "", subject] = line.split("\0");
    if (!isObjectId(id) || subject === undefined) return null;
    commits.push({ id, subject });
  }
  return commits;
}

function shortened(commit: CommitName): CommitName {
  return { id: commit.id.slice(0, SHORT_ID), subject: commit.subject };
}

async function listUnpushed(look: Look, place: Place): Promise<GitAnswer> {
  const ask = (base: readonly string[]): Promise<GitAnswer> =>
    look.git.read(
      [
        "rev-list",
        `--max-count=${ENOUGH + 1}`,
        "--format=%H%x00%s",
        "--encoding=UTF-8",
        "HEAD",
        "--not",
        "--remotes",
        ...base,
        "--",
      ],
      { cwd: place.top, timeoutMs: look.deadline.left() },
    );
  const base = place.baseCommit;
  if (base === null || !isObjectId(base)) return ask([]);
  const answer = await ask([base]);
  // A base that the repository has lost hides nothing: without it more counts, never less.
  return answer.kind === "refused" ? ask([]) : answer;
}

/** True where HEAD names a branch that does not exist yet. A branch that is broken is none such. */
async function isUnborn(look: Look, place: Place): Promise<boolean> {
  const call = { cwd: place.top, timeoutMs: look.deadline.left() };
  const branch = textOf(await look.git.read(["symbolic-ref", "-q", "HEAD"], call))?.trim();
  if (branch === undefined || branch === "") return false;
  const found = await look.git.read(["for-each-ref", "--format=%(objectname)", branch], call);
  return found.kind === "ok" && found.stdout.length === 0 && found.stderr === "";
}

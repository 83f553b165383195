import { within } from "./deadline.ts";
import { textOf } from "./git.ts";
import type { LandingAnswer, LandingQuestion } from "./landing.ts";
import { isObjectId } from "./object-id.ts";
import type { Look, Place } from "./place.ts";
import { findPickedCommits } from "./picked-commits.ts";
import { findSquashedCommits } from "./squashed-commits.ts";

/** Which commits have landed, and whether there is any remote branch they could have landed in. */
interface LandedVerdict {
  readonly landed: ReadonlySet<string>;
  readonly hasRemote: boolean;
}

/** Finds commits whose change a remote-tracking branch already has under another id. */
export interface LandedCommits {
  /** `commits` are all that no remote-tracking ref reaches, newest first, HEAD's own leading. */
  among(look: Look, place: Place, commits: readonly string[]): Promise<LandedVerdict>;
}

/** Remote branches that are compared with, most recently committed to first. */
const MAX_BRANCHES = 50;
const MAX_REMEMBERED = 500;
const TIME_MS = 10_000;

/**
 * Remembers verdicts: they follow from commit ids alone, and a session with unpushed commits is
 * probed over and over.
 */
export function createLandedCommits(): LandedCommits {
  const verdicts = new Map<string, ReadonlySet<string>>();
  return {
    async among(look, place, commits) {
      const tips = await readRemoteTips(look, place);
      if (tips.length === 0) return { landed: new Set(), hasRemote: false };
      const key = [place.commonDir, ...commits, "in", ...tips].join("\n");
      const known = verdicts.get(key);
      if (known !== undefined) return { landed: known, hasRemote: true };
      const found = await find({ ...look, deadline: within(look.deadline, TIME_MS) }, place, {
        commits,
        tips,
      });
      if (found.isFinal) remember(verdicts, key, found.landed);
      return { landed: found.landed, hasRemote: true };
    },
  };
}

async function find(look: Look, place: Place, question: LandingQuestion): Promise<LandingAnswer> {
  const picked = await findPickedCommits(look, place, question);
  const rest = question.commits.filter((commit) => !picked.landed.has(commit));
  if (rest.length === 0) return picked;
  const squashed = await findSquashedCommits(look, place, { ...question, commits: rest });
  return {
    landed: new Set([...picked.landed, ...squashed.landed]),
    isFinal: picked.isFinal && squashed.isFinal,
  };
}

/** The usual targets of a merge come first, whatever else the remote is busy with. */
const TARGETS = ["HEAD", "main", "master"].map((name) => `refs/remotes/*/${name}`);

async function readRemoteTips(look: Look, place: Place): Promise<readonly string[]> {
  const read = async (patterns: readonly string[]): Promise<readonly string[]> => {
    const args = [
      "for-each-ref",
      "--sort=-committerdate",
      `--count=${MAX_BRANCHES}`,
      "--format=%(objectname)",
      ...patterns,
    ];
    const call = { cwd: place.top, timeoutMs: look.deadline.left() };
    const text = textOf(await look.git.read(args, call)) ?? "";
    return text.split("\n").filter(isObjectId);
  };
  const [targets, all] = await Promise.all([read(TARGETS), read(["refs/remotes"])]);
  return [...new Set([...targets, ...all])];
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > MAX_REMEMBERED && oldest.done !== true) map.delete(oldest.value);
}

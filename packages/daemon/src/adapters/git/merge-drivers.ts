import type { Look, Place } from "./place.ts";

/** Settings for merges that depend on nothing but the three versions of a file. */
const PLAIN_MERGE = [
  "-c",
  "merge.default=text",
  "-c",
  "merge.renormalize=false",
  "-c",
  "merge.renames=true",
  "-c",
  "merge.directoryRenames=false",
];

/**
 * Arguments that switch off merge drivers of the user's: one that always keeps "ours" would make any
 * work look as if it had landed. `false` makes a file with such a driver conflict instead. null where
 * git could not tell which drivers there are.
 */
export async function readMergeDriverSettings(
  look: Look,
  place: Place,
): Promise<readonly string[] | null> {
  const args = ["config", "-z", "--name-only", "--get-regexp", "^merge\\..*\\.driver$"];
  const answer = await look.git.read(args, { cwd: place.top, timeoutMs: look.deadline.left() });
  // Status 1 is git's way to say that there is none.
  if (answer.kind === "refused" && answer.code === 1) return PLAIN_MERGE;
  if (answer.kind !== "ok") return null;
  const names = answer.stdout
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
  return [...PLAIN_MERGE, ...[...new Set(names)].flatMap((name) => ["-c", `${name}=false`])];
}

import { whyNot } from "./git.ts";
import type { IndexFindings } from "./parse-index-entries.ts";
import type { Look, Place } from "./place.ts";
import { withRevealedIndex } from "./reveal-index.ts";

/** Names of files whose edits the index hides, or why that could not be told. */
export type HiddenEdits =
  | { readonly kind: "known"; readonly names: readonly string[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Compares for real what assume-unchanged and skip-worktree hide. */
export async function readHiddenEdits(
  look: Look,
  place: Place,
  index: IndexFindings,
): Promise<HiddenEdits> {
  const revealed = await withRevealedIndex(look, place, index, async ({ file, flagged }) => {
    const args = ["diff-files", "--name-only", "-z", "--no-renames", "--no-ext-diff"];
    const answer = await look.git.read(args, {
      cwd: place.top,
      timeoutMs: look.deadline.left(),
      env: { GIT_INDEX_FILE: file },
    });
    return { answer, flagged };
  });
  if (revealed.kind === "plain") return { kind: "known", names: [] };
  if (revealed.kind === "unknown") return revealed;
  const { answer, flagged } = revealed.value;
  if (answer.kind !== "ok") return { kind: "unknown", reason: `git diff-files: ${whyNot(answer)}` };
  const names = answer.stdout
    .toString("latin1")
    .split("\0")
    .filter((name) => flagged.has(name));
  return {
    kind: "known",
    names: names.map((name) => Buffer.from(name, "latin1").toString("utf8")),
  };
}

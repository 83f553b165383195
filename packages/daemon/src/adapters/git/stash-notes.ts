import { access } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "./git.ts";
import type { Look, Place } from "./place.ts";

/**
 * A note about stashes made on the tree's branch. They belong to the repository and outlive the
 * tree, so they block nothing; a person who is about to end a session wants to know all the same.
 */
export async function readStashNotes(look: Look, place: Place): Promise<readonly string[]> {
  if (place.branch === null || !(await mayHaveStashes(place.commonDir))) return [];
  const answer = await look.git.read(["stash", "list", "-z", "--format=%gs"], {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
  });
  const made = countStashes(textOf(answer) ?? "", place.branch);
  return made === 0 ? [] : [`stash entries made on this branch: ${made}`];
}

/** How many of the NUL-separated stash messages were made on a branch. */
export function countStashes(messages: string, branch: string): number {
  const starts = [`WIP on ${branch}: `, `On ${branch}: `];
  return messages
    .split("\0")
    .filter((message) => starts.some((start) => message.trimStart().startsWith(start))).length;
}

/** Spares most repositories a process. */
async function mayHaveStashes(commonDir: string): Promise<boolean> {
  const places = ["logs/refs/stash", "reftable"];
  const found = await Promise.all(
    places.map((place) =>
      access(join(commonDir, place)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

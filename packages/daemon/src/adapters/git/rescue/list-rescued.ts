import type { RescuedWork } from "../../../ports/rescue.ts";
import type { Deadline } from "../deadline.ts";
import type { Git } from "../git.ts";
import { locateRepository } from "../repository.ts";
import { readRescueRefs } from "./rescue-refs.ts";

/** The saved states in a repository, newest first, as their refs alone tell them. */
export async function listRescued(
  git: Git,
  baseRepo: string,
  deadline: Deadline,
): Promise<readonly RescuedWork[]> {
  const located = await locateRepository(git, baseRepo, deadline);
  if (located.kind === "none") return [];
  const { commonDir, root } = located.repository;
  const refs = (await readRescueRefs(git, commonDir, deadline)) ?? [];
  const works = refs.flatMap(({ ref, saved }) => {
    if (saved === null) return [];
    const { baseCommit: _, ...shown } = saved;
    return [{ ...shown, ref, baseRepo: root }];
  });
  return works.sort((a, b) => b.savedAt - a.savedAt);
}

import type { Deadline } from "../deadline.ts";
import type { Git } from "../git.ts";
import { readCommonDir } from "../repository.ts";
import { readRescueRefs } from "./rescue-refs.ts";

/** Drops exactly one ref of ours, and only at the value that was just read. */
export async function forgetRescued(
  git: Git,
  at: { readonly baseRepo: string; readonly ref: string },
  deadline: Deadline,
): Promise<"forgotten" | "missing"> {
  const commonDir = await readCommonDir(git, at.baseRepo, deadline);
  if (commonDir === null) return "missing";
  const refs = (await readRescueRefs(git, commonDir, deadline)) ?? [];
  const found = refs.find(({ ref }) => ref === at.ref);
  if (found === undefined) return "missing";
  const args = ["-c", "core.hooksPath=/dev/null", "update-ref", "--stdin"];
  const answer = await git.write(args, {
    cwd: commonDir,
    timeoutMs: deadline.left(),
    input: `delete ${found.ref} ${found.commit}\n`,
  });
  // A value that moved in between is another state than the one that was to be dropped.
  return answer.kind === "ok" ? "forgotten" : "missing";
}

import type { Deadline } from "./deadline.ts";
import type { Git } from "./git.ts";

/**
 * Why a text is no branch name, or null where it is one. git's own rules decide; three forms that it
 * would take for something else are refused before it is asked.
 */
export async function whyInvalidBranch(
  git: Git,
  name: string,
  deadline: Deadline,
): Promise<string | null> {
  const refused = `${JSON.stringify(name)} is not a valid branch name`;
  if (name.startsWith("-") || name === "HEAD" || name === "@" || name.includes("@{")) {
    return refused;
  }
  // An argument cannot hold a NUL character.
  if (name.includes("\0")) return refused;
  // With the prefix no name can be read as an option or as "the branch before".
  const args = ["check-ref-format", `refs/heads/${name}`];
  const answer = await git.read(args, { cwd: "/", timeoutMs: deadline.left() });
  if (answer.kind === "ok") return null;
  return answer.kind === "refused" ? refused : `the branch name could not be checked`;
}

import type { ChangesPage } from "../../../ports/changes.ts";
import type { Deadline } from "../deadline.ts";
import { textOf, type Git } from "../git.ts";
import { parseCommits } from "../unpushed.ts";

/** More than a list beside the files has room for. */
const MOST = 50;

/** The last commits since the base that are on no remote; none where git cannot tell. */
export async function readOwnCommits(
  git: Git,
  { top, base }: { readonly top: string; readonly base: string },
  deadline: Deadline,
): Promise<ChangesPage["commits"]> {
  const format = ["--format=%H%x00%s", "--encoding=UTF-8"];
  const args = ["rev-list", `--max-count=${MOST}`, ...format, "HEAD", "--not", "--remotes", base];
  const answer = await git.read([...args, "--"], { cwd: top, timeoutMs: deadline.left() });
  return parseCommits(textOf(answer) ?? "") ?? [];
}

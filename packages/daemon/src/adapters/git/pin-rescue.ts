import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Deadline } from "./deadline.ts";
import { textOf, whyNot, type Git, type GitAnswer } from "./git.ts";
import { isObjectId } from "./object-id.ts";

/** Where commits are pinned that nothing else would keep. */
export const RESCUE_PREFIX = "refs/maestro/rescue";

/** The refs that were made, or why what only the tree keeps alive could not be made safe. */
export type Pinning =
  | { readonly kind: "pinned"; readonly refs: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

/** A tree by its git directory: the tree itself may be gone. */
export interface PinSource {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Names the refs; the recorded branch. */
  readonly branch: string;
}

/**
 * Pins what goes with a tree's own git directory: the commits of its HEAD's reflog, ORIG_HEAD and its
 * per-worktree refs, where no branch, remote, tag or earlier pin holds them.
 */
export async function pinRescue(git: Git, source: PinSource, deadline: Deadline): Promise<Pinning> {
  const ask = (args: readonly string[], input?: string): Promise<GitAnswer> =>
    git.read([`--git-dir=${source.gitDir}`, ...args], {
      cwd: source.commonDir,
      timeoutMs: deadline.left(),
      ...(input === undefined ? {} : { input }),
    });

  const refs = await ask(["for-each-ref", "--format=%(objectname)", ...OWN_REFS]);
  if (refs.kind !== "ok") return failed(refs);
  const logged = await readHeadLog(ask, source.gitDir);
  if (logged === null) return { kind: "failed", message: "its reflog cannot be read" };
  // Where reflogs are switched off, this alone says what a reset has left behind.
  const former = textOf(await ask(["rev-parse", "-q", "--verify", "ORIG_HEAD"]))?.trim() ?? "";
  const ids = [...new Set([...refs.stdout.toString("utf8").split("\n"), ...logged, former])];
  const candidates = ids.filter((id) => isObjectId(id) && !/^0+$/.test(id));
  if (candidates.length === 0) return { kind: "pinned", refs: [] };

  const types = await ask(
    ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    candidates.map((id) => `${id}\n`).join(""),
  );
  if (types.kind !== "ok") return failed(types);
  // What is missing was given up by git before; there is nothing left to pin.
  const existing = parseTypes(types.stdout.toString("utf8"));
  const commits = existing.filter(({ type }) => type === "commit").map(({ id }) => id);
  const others = existing.filter(({ type }) => type !== "commit").map(({ id }) => id);

  const listed = await ask(
    ["rev-list", "--parents", "--stdin", "--not", ...KEEPERS, "--"],
    commits.map((id) => `${id}\n`).join(""),
  );
  if (commits.length > 0 && listed.kind !== "ok") return failed(listed);
  const tips = commits.length === 0 ? [] : tipsOf(textOf(listed) ?? "");
  return writePins(git, source, { ids: [...tips, ...others], deadline });
}

const OWN_REFS = ["refs/worktree/", "refs/bisect/", "refs/rewritten/"];
const KEEPERS = ["--branches", "--remotes", "--tags", `--glob=${RESCUE_PREFIX}/*`];

/** Object ids with their types in `cat-file --batch-check`; lines about missing ones are skipped. */
export function parseTypes(text: string): readonly { id: string; type: string }[] {
  return text.split("\n").flatMap((line) => {
    const [id = "", type = ""] = line.split(" ");
    return isObjectId(id) && /^(commit|tree|blob|tag)$/.test(type) ? [{ id, type }] : [];
  });
}

/** The commits in `rev-list --parents` that no other one there descends from. */
export function tipsOf(text: string): readonly string[] {
  const commits: string[] = [];
  const parents = new Set<string>();
  for (const line of text.split("\n")) {
    const [commit, ...above] = line.split(" ").filter(isObjectId);
    if (commit !== undefined) commits.push(commit);
    for (const parent of above) parents.add(parent);
  }
  return commits.filter((commit) => !parents.has(commit));
}

/** Both sides of every entry; from git itself where refs are not kept in files. */
async function readHeadLog(
  ask: (args: readonly string[]) => Promise<GitAnswer>,
  gitDir: string,
): Promise<readonly string[] | null> {
  const head = textOf(await ask(["rev-parse", "-q", "--verify", "HEAD"]))?.trim() ?? "";
  try {
    const log = await readFile(join(gitDir, "logs/HEAD"), "latin1");
    return [head, ...log.split("\n").flatMap((line) => line.split(" ", 2))];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return null;
  }
  const shown = await ask(["log", "-g", "--format=%H", "HEAD", "--"]);
  if (shown.kind === "ok") return [head, ...shown.stdout.toString("utf8").split("\n")];
  // An unborn HEAD has no log.
  return head === "" ? [] : null;
}

async function writePins(
  git: Git,
  source: PinSource,
  pins: { readonly ids: readonly string[]; readonly deadline: Deadline },
): Promise<Pinning> {
  if (pins.ids.length === 0) return { kind: "pinned", refs: [] };
  const time = new Date().toISOString().replace(/[-:.]/g, "");
  const refs = pins.ids.map((_, at) => `${RESCUE_PREFIX}/${source.branch}/${time}-${at + 1}`);
  const input = pins.ids.map((id, at) => `create ${refs[at]} ${id}\n`).join("");
  // The user's hooks have no say in whether commits are kept.
  const args = ["-c", "core.hooksPath=/dev/null", `--git-dir=${source.commonDir}`];
  const answer = await git.write([...args, "update-ref", "--stdin"], {
    cwd: source.commonDir,
    timeoutMs: pins.deadline.left(),
    input,
  });
  return answer.kind === "ok" ? { kind: "pinned", refs } : failed(answer);
}

function failed(answer: GitAnswer): Pinning {
  return { kind: "failed", message: whyNot(answer) };
}

import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { counted, doubt, NOTHING, type Findings } from "./findings.ts";
import { textOf, whyNot } from "./git.ts";
import { isObjectId } from "./object-id.ts";
import type { Look, Place } from "./place.ts";
import { bytesPath } from "./precious.ts";
import { askPaths } from "./repository.ts";

/** A submodule's directory in the tree. */
export type Submodule =
  | { readonly kind: "initialised"; readonly name: string; readonly place: Place }
  /** Not set up, or in a state that says nothing of itself: what it holds counts for the tree. */
  | { readonly kind: "other"; readonly findings: Findings };

/** Looks at what the index names as submodules. */
export async function readSubmodules(
  look: Look,
  place: Place,
  gitlinks: readonly Buffer[],
): Promise<readonly Submodule[]> {
  const names = new Set(gitlinks.map((name) => name.toString("utf8")));
  const found: Submodule[] = [];
  for (const name of names) found.push(await readSubmodule(look, place, name));
  return found;
}

/** True where a directory of this name in the tree is a repository. */
export function isInitialised(top: string, name: Buffer | string): Promise<boolean> {
  return lstat(bytesPath(top, Buffer.concat([Buffer.from(name), Buffer.from("/.git")]))).then(
    () => true,
    () => false,
  );
}

async function readSubmodule(look: Look, place: Place, name: string): Promise<Submodule> {
  const top = join(place.top, name);
  if (!(await isInitialised(place.top, name))) {
    return { kind: "other", findings: await readLeftFiles(top, name) };
  }
  const flags = ["--show-toplevel", "--git-dir", "--git-common-dir"];
  const asked = await askPaths(look.git, top, flags, look.deadline);
  if (asked.kind === "none") {
    return { kind: "other", findings: doubt(`cannot inspect ${top}: ${asked.message}`) };
  }
  const [answered, gitDir, commonDir] = asked.paths as [string, string, string];
  if (answered !== top) {
    const findings = doubt(`cannot inspect ${top}: git answers for ${answered} instead`);
    return { kind: "other", findings };
  }
  const main = join(place.main, name);
  const baseCommit = await readRecordedCommit(look, place, name);
  return {
    kind: "initialised",
    name,
    place: { top, gitDir, commonDir, main, baseCommit, branch: null },
  };
}

/** git does not look into the directory of a submodule that is not set up. */
async function readLeftFiles(top: string, name: string): Promise<Findings> {
  try {
    const left = await readdir(top);
    if (left.length === 0) return NOTHING;
    return { ...NOTHING, untracked: counted(left.map((file) => `${name}/${file}`)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Absent, or a file in its place: status tells of that.
    if (code === "ENOENT" || code === "ENOTDIR") return NOTHING;
    return doubt(`cannot inspect ${top}: ${(error as Error).message}`);
  }
}

/** The submodule's commit when the tree was made: it need not be on a branch of its remote. */
async function readRecordedCommit(look: Look, place: Place, name: string): Promise<string | null> {
  if (place.baseCommit === null || !isObjectId(place.baseCommit)) return null;
  const args = ["ls-tree", "-z", "--full-tree", place.baseCommit, "--", name];
  const call = {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
    // A name that reads like a pattern is still a name.
    env: { GIT_LITERAL_PATHSPECS: "1" },
  };
  const answer = await look.git.read(args, call);
  const entry = /^160000 commit ([0-9a-f]+)\t/.exec(textOf(answer) ?? whyNot(answer));
  return entry?.[1] ?? null;
}

import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Deadline } from "./deadline.ts";
import { textOf, whyNot, type Git } from "./git.ts";

/** A repository as found from some path inside it. All paths are real ones. */
export interface Repository {
  /** What all its worktrees share: the repository's identity. */
  readonly commonDir: string;
  /** The main checkout, or the repository's own directory where it is bare. */
  readonly root: string;
  /** The directory it was asked from, whose HEAD a new branch starts at by default. */
  readonly checkout: string;
}

/** A repository, or why there is none at that path. */
export type Located =
  | { readonly kind: "repository"; readonly repository: Repository }
  | { readonly kind: "none"; readonly message: string };

/** Finds the repository that a path belongs to: subdirectory, symlink, linked worktree or bare. */
export async function locateRepository(
  git: Git,
  path: string,
  deadline: Deadline,
): Promise<Located> {
  const checkout = await realpath(path).catch(() => null);
  if (checkout === null) return { kind: "none", message: `${path} does not exist` };
  const flags = ["--git-dir", "--git-common-dir"];
  // One question in the usual case; it fails as a whole where there is no working tree.
  const whole = await askPaths(git, checkout, [...flags, "--show-toplevel"], deadline);
  const found = whole.kind === "paths" ? whole : await askPaths(git, checkout, flags, deadline);
  if (found.kind === "none") return found;
  const [gitDir, commonDir, top = ""] = found.paths as [string, string, string?];
  // A main checkout knows its own top, also that of a submodule, whose repository lies elsewhere.
  const isMain = gitDir === commonDir && top !== "";
  const root = isMain ? top : await findRoot(git, commonDir, deadline);
  return { kind: "repository", repository: { commonDir, root, checkout } };
}

/** The common directory alone, or null: enough to compare two paths by. */
export async function readCommonDir(
  git: Git,
  path: string,
  deadline: Deadline,
): Promise<string | null> {
  const found = await askPaths(git, path, ["--git-common-dir"], deadline);
  return found.kind === "paths" ? (found.paths[0] ?? null) : null;
}

/** A repository's name for people: its directory's, without what only says that it is one. */
export function repositoryName(root: string): string {
  const name = basename(root).replace(/\.git$/, "");
  return name === "" || name.startsWith(".") ? basename(dirname(root)) : name;
}

/** Real paths that git answered, one for each flag. */
export type Paths =
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "none"; readonly message: string };

/**
 * Asks rev-parse for several paths at once. It has no `-z`: where a path holds a line break, each is
 * asked for by itself.
 */
export async function askPaths(
  git: Git,
  cwd: string,
  flags: readonly string[],
  deadline: Deadline,
): Promise<Paths> {
  const args = ["rev-parse", "--path-format=absolute", ...flags];
  const answer = await git.read(args, { cwd, timeoutMs: deadline.left() });
  const text = textOf(answer);
  if (text === null) return { kind: "none", message: whyNot(answer) };
  const lines =
    flags.length === 1 ? [text.replace(/\n$/, "")] : text.replace(/\n$/, "").split("\n");
  if (lines.length !== flags.length) {
    const each = await Promise.all(flags.map((flag) => askPaths(git, cwd, [flag], deadline)));
    const missing = each.find((one) => one.kind === "none");
    if (missing !== undefined) return missing;
    return { kind: "paths", paths: each.flatMap((one) => (one.kind === "paths" ? one.paths : [])) };
  }
  const paths = await Promise.all(lines.map((line) => realpath(line).catch(() => line)));
  return { kind: "paths", paths };
}

async function findRoot(git: Git, commonDir: string, deadline: Deadline): Promise<string> {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  // A linked worktree of a submodule: its repository names the main checkout itself.
  const args = ["config", "--file", `${commonDir}/config`, "--get", "core.worktree"];
  const answer = await git.read(args, { cwd: commonDir, timeoutMs: deadline.left() });
  const named = textOf(answer)?.replace(/\n$/, "") ?? "";
  if (named === "") return commonDir;
  return realpath(resolve(commonDir, named)).catch(() => commonDir);
}

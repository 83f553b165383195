import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Worktree } from "../../../domain/session.ts";
import type { Creation, Worktrees } from "../../../ports/worktrees.ts";
import { createGitLayer, type GitLayer, type GitLayerOptions } from "../git-layer.ts";

/** A scratch directory with a private HOME, where tests make repositories with real git. */
export interface Scratch {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly worktreesDir: string;
  /** An absolute path in the scratch directory. */
  at(...names: string[]): string;
  /** Runs git in a directory of the scratch; throws where it fails. Trailing line ends are cut. */
  git(directory: string, ...args: string[]): string;
  write(path: string, text: string): void;
  append(path: string, text: string): void;
  /** Stages everything and commits it; answers the id. */
  commit(directory: string, message: string): string;
  /** `origin.git` (bare) and `base`, a clone with one pushed commit and a few ignored names. */
  makeRepository(): void;
  layer(options?: Partial<GitLayerOptions>): GitLayer;
  worktrees(options?: Partial<GitLayerOptions>): Worktrees;
  remove(): void;
}

/** Ignored in every repository that `makeRepository` makes. */
const IGNORED = "*.log\n.env\nscratch/\nnode_modules/\n";

const SETTINGS = `[user]
	name = Tester
	email = t@example.invalid
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
`;

/** A new scratch directory. */
export function createScratch(): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "maestro-git-")));
  const home = join(root, "home");
  mkdirSync(home);
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    LC_ALL: "C",
  };
  const worktreesDir = join(root, "worktrees");
  const at = (...names: string[]): string => join(root, ...names);
  const git = (directory: string, ...args: string[]): string =>
    execFileSync("git", args, {
      cwd: at(directory),
      env: { ...env, GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
    }).trimEnd();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const commit = (directory: string, message: string): string => {
    git(directory, "add", "-A");
    git(directory, "commit", "-q", "-m", message);
    return git(directory, "rev-parse", "HEAD");
  };
  // Written, not asked of git six times: every test pays for it.
  writeFileSync(join(home, ".gitconfig"), SETTINGS);

  const layer: Scratch["layer"] = (options = {}) =>
    createGitLayer({ worktreesDir, precious: [".env", ".env.*"], env, ...options });

  return {
    root,
    env,
    worktreesDir,
    at,
    git,
    write,
    commit,
    append: (path, text) => appendFileSync(at(path), text),
    makeRepository() {
      git(".", "init", "-q", "--bare", "origin.git");
      git(".", "init", "-q", "base");
      write("base/a.txt", "one\n");
      write("base/.gitignore", IGNORED);
      commit("base", "c1");
      git("base", "remote", "add", "origin", at("origin.git"));
      git("base", "push", "-q", "origin", "main");
      git("base", "fetch", "-q");
    },
    layer,
    worktrees: (options = {}) => layer(options).worktrees,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The creation's success; throws where it is none. */
export function created(creation: Creation): Extract<Creation, { kind: "created" }> {
  if (creation.kind === "created") return creation;
  throw new Error(`${creation.kind}: ${creation.message}`);
}

/** A worktree made by maestro for a new branch, as the cases' `wt` is. */
export async function makeTree(
  scratch: Scratch,
  worktrees: Worktrees,
  branch = "s1",
): Promise<Worktree> {
  const wish = { baseRepo: scratch.at("base"), branch, createBranch: true, base: "origin/main" };
  return created(await worktrees.create(wish)).worktree;
}

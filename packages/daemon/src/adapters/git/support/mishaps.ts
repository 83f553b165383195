import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Scratch } from "./scratch-repository.ts";

/** A tree that is being worked in. */
interface Workplace {
  readonly scratch: Scratch;
  /** The tree, below the scratch directory. */
  readonly at: string;
  /** A text that nothing else in the run holds. */
  readonly fresh: () => string;
  /** One of a few names, most of them of tracked files. */
  readonly name: string;
}

/** Something that a person or a program may do in a tree. Where it cannot be done, nothing happens. */
export type Mishap = (place: Workplace) => void;

const git =
  (...args: string[]): Mishap =>
  ({ scratch, at }) => {
    scratch.git(at, ...args);
  };

const inBase =
  (...args: string[]): Mishap =>
  ({ scratch }) => {
    scratch.git("base", ...args);
  };

const put =
  (name: string, lead = ""): Mishap =>
  ({ scratch, at, fresh }) =>
    scratch.write(`${at}/${name}`, `${lead}${fresh()}`);

const all =
  (...parts: Mishap[]): Mishap =>
  (place) => {
    for (const part of parts) part(place);
  };

const edit: Mishap = ({ scratch, at, name, fresh }) => scratch.append(`${at}/${name}`, fresh());
const commit = all(git("add", "-A"), git("commit", "-q", "-m", "work"));
const onFile =
  (...args: string[]): Mishap =>
  ({ scratch, at, name }) => {
    scratch.git(at, ...args, "--", name);
  };

/** All of them by name, so that a failing run can be read. */
export const MISHAPS: Readonly<Record<string, Mishap>> = {
  edit,
  editAlike: ({ scratch, at, name }) => {
    const path = scratch.at(at, name);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/\w/, (letter) => (letter === "x" ? "y" : "x")),
    );
  },
  editCrlf: ({ scratch, at, name, fresh }) =>
    scratch.append(`${at}/${name}`, `${fresh().trim()}\r\nand\r\n`),
  create: put("new/file"),
  createOdd: put('odd "name\n ü'),
  createIgnored: all(put("debug.log"), put("node_modules/x/y")),
  createPrecious: all(put(".env"), put("sub/.env.local")),
  copyPrecious: ({ scratch, at, fresh }) => {
    const text = fresh();
    scratch.write("base/.env", text);
    scratch.write(`${at}/.env`, text);
  },
  createPreciousDirectory: all(put(".env/secret"), put("sub/.env.d/deep/secret")),
  preciousSeenFromBase: all(put(".env"), ({ scratch, at }) =>
    symlinkSync(scratch.at(at, ".env"), scratch.at("base/.env")),
  ),
  createBesideInCapitals: all(
    inBase("config", "core.ignoreCase", "true"),
    ({ scratch, at, name, fresh }) => scratch.write(`${at}/${name.toUpperCase()}`, fresh()),
  ),
  createNoText: ({ scratch, at, fresh }) => {
    const name = Buffer.concat([Buffer.from(scratch.at(at, "bytes-")), Buffer.from([0xe9, 0xff])]);
    writeFileSync(name, Buffer.concat([Buffer.from([0, 255]), Buffer.from(fresh())]));
  },
  createDistrusted: all(put("d/.Git/work"), put("git~1")),
  createLarge: ({ scratch, at, fresh }) => scratch.write(`${at}/large.bin`, fresh().repeat(60_000)),
  selfIgnored: all(put("cache/.gitignore", "*\n# "), put("cache/f")),
  remove: ({ scratch, at, name }) => rmSync(scratch.at(at, name)),
  removeDirectory: ({ scratch, at }) => rmSync(scratch.at(at, "d"), { recursive: true }),
  toDirectory: ({ scratch, at, name, fresh }) => {
    rmSync(scratch.at(at, name));
    scratch.write(`${at}/${name}/inner`, fresh());
  },
  toLink: ({ scratch, at, name, fresh }) => {
    rmSync(scratch.at(at, name));
    symlinkSync(fresh().trim(), scratch.at(at, name));
  },
  directoryToLink: ({ scratch, at }) => {
    rmSync(scratch.at(at, "d"), { recursive: true });
    symlinkSync(scratch.at("base"), scratch.at(at, "d"));
  },
  executable: ({ scratch, at, name }) => chmodSync(scratch.at(at, name), 0o755),
  secret: ({ scratch, at, name }) => chmodSync(scratch.at(at, name), 0o600),
  emptyDirectory: ({ scratch, at }) => mkdirSync(scratch.at(at, "empty/deep"), { recursive: true }),
  stage: onFile("add"),
  stageAll: git("add", "-A"),
  intend: all(put("intended"), git("add", "-N", "intended")),
  unstage: onFile("rm", "-q", "--cached"),
  gitRemove: onFile("rm", "-q", "-f"),
  gitMove: ({ scratch, at, name }) => scratch.git(at, "mv", "--", name, `${name}-moved`),
  ignoreMore: all(put(".gitignore", "*.txt\n.env*\n"), edit),
  commit,
  commitTracked: git("commit", "-q", "-a", "-m", "tracked"),
  amend: all(edit, git("commit", "-q", "-a", "--amend", "-m", "amended")),
  push: git("push", "-q", "origin", "HEAD"),
  pushElsewhere: git("push", "-q", "origin", "HEAD:refs/heads/main"),
  fetch: git("fetch", "-q"),
  squashMerge: ({ scratch, at }) => {
    scratch.git("base", "merge", "--squash", scratch.git(at, "rev-parse", "HEAD"));
    scratch.git("base", "commit", "-q", "-m", "squashed");
    scratch.git("base", "push", "-q", "origin", "main");
  },
  otherWork: ({ scratch, name, fresh }) => {
    scratch.append(`base/${name}`, fresh());
    scratch.git("base", "commit", "-q", "-a", "-m", "theirs");
    scratch.git("base", "push", "-q", "origin", "main");
  },
  stash: git("stash", "-q"),
  stashAll: git("stash", "-q", "-u"),
  stashPop: git("stash", "pop", "-q"),
  detach: git("checkout", "-q", "--detach"),
  attach: git("checkout", "-q", "s1"),
  branch: git("checkout", "-q", "-b", "other"),
  orphan: git("checkout", "-q", "--orphan", "lonely"),
  dropOrphan: all(
    git("checkout", "-q", "--orphan", "gone"),
    commit,
    git("checkout", "-q", "s1"),
    git("branch", "-q", "-D", "gone"),
  ),
  undoCommit: git("reset", "-q", "--hard", "HEAD~1"),
  softReset: git("reset", "-q", "--soft", "HEAD~1"),
  mixedReset: git("reset", "-q", "HEAD~1"),
  renameBranch: git("branch", "-m", "renamed"),
  loseBranch: git("update-ref", "-d", "refs/heads/s1"),
  octopus: all(
    git("checkout", "-q", "-b", "one"),
    commit,
    git("checkout", "-q", "-b", "two", "origin/main"),
    put("two"),
    commit,
    git("checkout", "-q", "s1"),
    git("merge", "-q", "--no-edit", "one", "two", "origin/main"),
  ),
  rebase: git("rebase", "-q", "origin/main"),
  pauseRebase: git("-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "HEAD~1"),
  abortRebase: git("rebase", "--abort"),
  merge: git("merge", "-q", "--no-edit", "origin/main"),
  mergeNoCommit: git("merge", "-q", "--no-commit", "--no-ff", "origin/main"),
  cherryPick: git("cherry-pick", "origin/main"),
  revert: git("revert", "--no-edit", "HEAD"),
  pickNoCommit: git("cherry-pick", "--no-commit", "origin/main"),
  revertNoCommit: git("revert", "--no-commit", "HEAD"),
  pauseAm: all(
    ({ scratch, at }) =>
      scratch.write("patch", `${scratch.git(at, "format-patch", "--stdout", "-1")}\n`),
    ({ scratch, at }) => {
      scratch.git(at, "am", "-q", scratch.at("patch"));
    },
  ),
  bisect: git("bisect", "start"),
  ownRef: all(
    git("update-ref", "refs/worktree/mine", "HEAD"),
    git("reset", "-q", "--keep", "HEAD~1"),
  ),
  assume: onFile("update-index", "--assume-unchanged"),
  skip: onFile("update-index", "--skip-worktree"),
  skipAbsent: all(onFile("update-index", "--skip-worktree"), ({ scratch, at, name }) =>
    rmSync(scratch.at(at, name)),
  ),
  sparse: git("sparse-checkout", "set", "--no-cone", "/*", "!/d/"),
  splitIndex: git("update-index", "--split-index"),
  indexVersion: git("update-index", "--index-version", "4"),
  noIndex: ({ scratch, at }) => rmSync(scratch.git(at, "rev-parse", "--git-path", "index")),
  attributes: put(".gitattributes", "*.txt text eol=crlf\nd/* ident\n# "),
  encoding: put(".gitattributes", "*.txt working-tree-encoding=UTF-16\n# "),
  filter: all(
    inBase("config", "filter.up.clean", "tr a-z A-Z"),
    inBase("config", "filter.up.smudge", "tr A-Z a-z"),
    put(".gitattributes", "*.txt filter=up\n# "),
  ),
  autocrlf: inBase("config", "core.autocrlf", "true"),
  noFileMode: inBase("config", "core.fileMode", "false"),
  hideUntracked: inBase("config", "status.showUntrackedFiles", "no"),
  noReflog: inBase("config", "core.logAllRefUpdates", "false"),
  noReflogFile: ({ scratch, at }) =>
    rmSync(scratch.git(at, "rev-parse", "--git-path", "logs/HEAD")),
  expireReflogs: inBase("reflog", "expire", "--expire=now", "--all"),
  monitor: all(
    ({ scratch }) => {
      scratch.write("monitor", "#!/bin/sh\nprintf 'nothing-changed\\0'\n");
      chmodSync(scratch.at("monitor"), 0o755);
      scratch.git("base", "config", "core.fsmonitor", scratch.at("monitor"));
    },
    git("update-index", "--fsmonitor"),
    git("status"),
  ),
  untrackedCache: all(git("update-index", "--untracked-cache"), git("status")),
  ownConfig: all(
    inBase("config", "extensions.worktreeConfig", "true"),
    git("config", "--worktree", "status.showUntrackedFiles", "no"),
    git("config", "--worktree", "diff.ignoreSubmodules", "all"),
  ),
  elsewhere: all(inBase("config", "extensions.worktreeConfig", "true"), ({ scratch, at }) => {
    scratch.git(at, "config", "--worktree", "core.worktree", scratch.at("base"));
  }),
  ignoreStat: inBase("config", "core.ignoreStat", "true"),
  noLinks: inBase("config", "core.symlinks", "false"),
  replace: git("replace", "-f", "HEAD", "HEAD~1"),
  remoteGone: all(git("push", "-q", "origin", "--delete", "s1"), git("fetch", "-q", "--prune")),
  laxStat: all(
    inBase("config", "core.checkStat", "minimal"),
    inBase("config", "core.trustctime", "false"),
  ),
  alwaysSplit: inBase("config", "core.splitIndex", "true"),
  nested: all(git("init", "-q", "tool"), put("tool/f")),
  nestedIgnored: git("init", "-q", "node_modules/tool"),
  nestedBare: git("init", "-q", "--bare", "scratch/tool.git"),
  nestedTracked: git("init", "-q", "d"),
  nestedDamaged: all(git("init", "-q", "node_modules/old"), put("node_modules/old/.git/HEAD")),
  nestedStrange: git("worktree", "add", "-q", "-b", "beside", "node_modules/beside"),
  dotGitFiles: put("new/.git/notes"),
  innerTree: git("worktree", "add", "-q", "--detach", "scratch/inner"),
  submodule: git("submodule", "--quiet", "add", "../../../lib.git", "lib"),
  submoduleWork: all(put("lib/f"), ({ scratch, at }) => scratch.commit(`${at}/lib`, "in lib")),
  submoduleOut: git("submodule", "--quiet", "deinit", "-f", "lib"),
  lock: git("worktree", "lock", "."),
  tag: git("tag", "-f", "keep"),
  collect: inBase("gc", "-q", "--prune=now"),
};

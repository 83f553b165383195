import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { isClear } from "../../domain/unsaved-work.ts";
import type { Worktree } from "../../domain/session.ts";
import type { GitLayer } from "./git-layer.ts";
import { scratch } from "./support/each-test.ts";
import { makeTree } from "./support/scratch-repository.ts";

// Work that git's own status does not show, and that `git worktree remove` takes without a word.

let layer: GitLayer;
let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  layer = scratch.layer({ precious: [".env", "data/", "scratch/db"] });
  scratch.makeRepository();
  scratch.write("base/d/c.txt", "c\n");
  scratch.append("base/.gitignore", "data/\n.env*\n");
  scratch.commit("base", "more");
  scratch.git("base", "push", "-q", "origin", "main");
  tree = await makeTree(scratch, layer.worktrees);
});

test.runIf(process.platform === "linux").each(["A.txt", "D/c.txt"])(
  "A33 %s beside a tracked name counts though the config says that the file system folds case",
  async (name) => {
    scratch.git("base", "config", "core.ignoreCase", "true");
    scratch.write(`${WT}/${name}`, "mine");
    expect(scratch.git(WT, "status", "--porcelain")).toBe("");
    expect((await layer.worktrees.probe(tree)).samples.untracked).toEqual([name]);
    expect(await layer.worktrees.remove(tree)).toMatchObject({ kind: "refused" });
    expect(existsSync(scratch.at(WT, name))).toBe(true);
  },
);

test("A30 a directory that is called precious is so with all in it", async () => {
  scratch.write(`${WT}/data/deep/f`, "w");
  scratch.write(`${WT}/scratch/db/f`, "w");
  scratch.write(`${WT}/scratch/other`, "w");
  const { samples } = await layer.worktrees.probe(tree);
  expect([...samples.untracked].sort()).toEqual(["data/deep/f", "scratch/db/f"]);
  const saving = await layer.rescue.save(tree);
  const ref = saving.kind === "saved" ? saving.ref : "";
  expect(scratch.git("base", "show", `${ref}:data/deep/f`)).toBe("w");
});

test("A30 a Python environment that is called like a precious file does not count", async () => {
  scratch.write(`${WT}/.env/pyvenv.cfg`, "home = /usr/bin");
  scratch.write(`${WT}/.env/bin/python`, "#!");
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  scratch.write(`${WT}/d/.env/secret`, "w");
  expect((await layer.worktrees.probe(tree)).samples.untracked).toEqual(["d/.env/secret"]);
});

test("A30 a link of the main checkout to the tree's own file is no copy of it", async () => {
  scratch.write(`${WT}/.env`, "the only one");
  symlinkSync(scratch.at(WT, ".env"), scratch.at("base/.env"));
  expect((await layer.worktrees.probe(tree)).samples.untracked).toEqual([".env"]);
});

const SETTINGS: readonly (readonly [string, () => void])[] = [
  ["an alias", () => scratch.git("base", "config", "alias.status", "!true")],
  [
    "a monitor that tells of nothing",
    () => {
      scratch.write("monitor", "#!/bin/sh\nprintf 'nothing\\0'\n");
      chmodSync(scratch.at("monitor"), 0o755);
      scratch.git("base", "config", "core.fsmonitor", scratch.at("monitor"));
      scratch.git(WT, "update-index", "--fsmonitor");
      scratch.git(WT, "status");
    },
  ],
  [
    "an untracked cache",
    () => {
      scratch.git("base", "config", "core.untrackedCache", "true");
      scratch.git(WT, "update-index", "--untracked-cache");
      scratch.git(WT, "status");
    },
  ],
  [
    "settings of the tree's own",
    () => {
      scratch.git("base", "config", "extensions.worktreeConfig", "true");
      scratch.git(WT, "config", "--worktree", "status.showUntrackedFiles", "no");
      scratch.git(WT, "config", "--worktree", "status.relativePaths", "true");
    },
  ],
  [
    "settings that are included",
    () => {
      scratch.write("included", "[status]\n\tshowUntrackedFiles = no\n\trenames = copies\n");
      const when = `includeIf.gitdir:${scratch.at("base")}/.path`;
      scratch.git(".", "config", "--global", when, scratch.at("included"));
    },
  ],
  [
    "a look at times that is easily content",
    () => {
      scratch.git("base", "config", "core.checkStat", "minimal");
      scratch.git("base", "config", "core.trustctime", "false");
    },
  ],
  [
    "forms for people",
    () => {
      for (const [name, value] of [
        ["core.abbrev", "4"],
        ["format.pretty", "oneline"],
        ["log.date", "relative"],
        ["color.ui", "always"],
        ["core.quotePath", "true"],
        ["diff.external", "true"],
        ["core.pager", "true"],
        ["log.showSignature", "true"],
      ]) {
        scratch.git("base", "config", name ?? "", value ?? "");
      }
    },
  ],
];

test.each(SETTINGS)("A33 %s changes no answer", async (_, make) => {
  make();
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.write(`${WT}/ü`, "new");
  const { samples, unknown } = await layer.worktrees.probe(tree);
  expect({ ...samples, unknown }).toEqual({
    uncommitted: ["a.txt"],
    untracked: ["ü"],
    unpushed: [],
    unknown: null,
  });
});

test("A18 a setting that sends git to another tree makes the answer unknown", async () => {
  scratch.git("base", "config", "extensions.worktreeConfig", "true");
  scratch.git(WT, "config", "--worktree", "core.worktree", scratch.at("base"));
  scratch.write(`${WT}/new`, "w");
  expect((await layer.worktrees.probe(tree)).unknown).toContain("answers for");
  expect(await layer.worktrees.remove(tree)).toMatchObject({ kind: "refused" });
});

const UNDER_WAY: readonly (readonly [string, () => void])[] = [
  ["bisect", () => scratch.git(WT, "bisect", "start")],
  [
    "am",
    () => {
      scratch.write(`${WT}/a.txt`, "theirs\n");
      scratch.commit(WT, "theirs");
      scratch.write("patch", `${scratch.git(WT, "format-patch", "--stdout", "-1")}\n`);
      scratch.write(`${WT}/a.txt`, "ours\n");
      scratch.commit(WT, "ours");
      expect(() => scratch.git(WT, "am", "-q", scratch.at("patch"))).toThrow("git am");
      scratch.git(WT, "reset", "-q", "--hard", "origin/main");
    },
  ],
  [
    "cherry-pick",
    () => {
      scratch.write(`${WT}/x`, "1");
      scratch.commit(WT, "first");
      scratch.write(`${WT}/x`, "2");
      scratch.commit(WT, "second");
      scratch.git(WT, "reset", "-q", "--hard", "origin/main");
      expect(() => scratch.git(WT, "cherry-pick", "s1@{1}", "s1@{2}")).toThrow("cherry-pick");
      // Between two picks of a series there is no file that names the one under way.
      rmSync(scratch.git(WT, "rev-parse", "--git-path", "CHERRY_PICK_HEAD"), { force: true });
      scratch.git(WT, "read-tree", "--reset", "-u", "HEAD");
    },
  ],
];

test.each(UNDER_WAY)("A28 a %s under way counts, though the tree is clean", async (what, make) => {
  make();
  expect(scratch.git(WT, "status", "--porcelain")).toBe("");
  expect(await layer.worktrees.probe(tree)).toMatchObject({
    inProgress: what,
    uncommitted: 0,
    untracked: 0,
    unpushed: 0,
  });
});

const initIn = (name: string, ...options: string[]): void => {
  scratch.git(".", "init", "-q", ...options, `${WT}/${name}`);
};
const HIDDEN: readonly (readonly [string, string, () => void])[] = [
  [
    "a repository whose HEAD is damaged",
    "scratch/tool/",
    () => {
      initIn("scratch/tool");
      scratch.write(`${WT}/scratch/tool/k`, "k");
      scratch.commit(`${WT}/scratch/tool`, "k");
      writeFileSync(scratch.at(WT, "scratch/tool/.git/HEAD"), "");
    },
  ],
  [
    "a bare repository that lost its HEAD",
    "scratch/r.git/",
    () => {
      initIn("scratch/r.git", "--bare");
      rmSync(scratch.at(WT, "scratch/r.git/HEAD"));
    },
  ],
  ["files in a directory named .git", "new/", () => scratch.write(`${WT}/new/.git/notes`, "w")],
  ["the same beside tracked files", "d/", () => scratch.write(`${WT}/d/.git/notes`, "w")],
  [
    "a damaged repository with its directory elsewhere",
    "scratch/apart/",
    () => {
      initIn("scratch/apart", `--separate-git-dir=${scratch.at("store")}`);
      writeFileSync(scratch.at("store/HEAD"), "");
    },
  ],
];

test.each(HIDDEN)("A07 %s keeps the tree, though git shows none", async (_, name, make) => {
  make();
  expect(scratch.git(WT, "status", "--porcelain", "--untracked-files=all")).toBe("");
  const removal = await layer.worktrees.remove(tree);
  expect(removal).toMatchObject({ kind: "refused" });
  expect(removal.kind === "refused" && removal.message).toContain(name);
  scratch.append(`${WT}/a.txt`, "edit\n");
  const saving = await layer.rescue.save(tree);
  expect(saving.kind === "refused" && saving.message).toContain(name);
  expect(existsSync(scratch.at(WT, name))).toBe(true);
});

test("A07 a stray file named .git, and one bare repository that is tracked, keep no tree", async () => {
  scratch.write("base/fixture.git/HEAD", "ref: refs/heads/main\n");
  scratch.write("base/fixture.git/objects/pack/p", "1");
  scratch.write("base/fixture.git/refs/heads/main", "1");
  scratch.commit("base", "fixture");
  scratch.git("base", "push", "-q", "origin", "main");
  scratch.git(WT, "reset", "-q", "--hard", "main");
  scratch.write(`${WT}/node_modules/x/.git`, "gitdir: ../../.git/modules/x\n");
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  expect(await layer.worktrees.remove(tree)).toEqual({ kind: "removed" });
});

test("A02 what a reset left behind is pinned also where no reflog names it", async () => {
  scratch.git("base", "config", "core.logAllRefUpdates", "false");
  rmSync(scratch.git(WT, "rev-parse", "--git-path", "logs/HEAD"), { force: true });
  scratch.write(`${WT}/x`, "1");
  const id = scratch.commit(WT, "work");
  scratch.git(WT, "reset", "-q", "--hard", "HEAD~1");
  expect(await layer.worktrees.remove(tree)).toEqual({ kind: "removed" });
  const kept = scratch.git("base", "for-each-ref", "--format=%(objectname)", "refs/maestro");
  expect(kept).toBe(id);
});

import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

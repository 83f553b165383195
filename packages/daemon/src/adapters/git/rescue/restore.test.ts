import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Worktree } from "../../../domain/session.ts";
import { isClear } from "../../../domain/unsaved-work.ts";
import { layer, scratch } from "../support/each-test.ts";
import { created, makeTree } from "../support/scratch-repository.ts";
import { makeVariedTree } from "./support/varied-tree.ts";
import { readWholeState, type WholeState } from "./support/whole-state.ts";

let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  tree = await makeVariedTree();
});

/** Saves, removes and restores; answers the ref and where the tree is now. */
async function throughRescue(): Promise<{ readonly ref: string; readonly path: string }> {
  const saving = await layer.rescue.save(tree);
  if (saving.kind !== "saved") throw new Error(saving.message);
  expect(await layer.rescue.removeSaved(tree, saving.ref)).toEqual({ kind: "removed" });
  expect(existsSync(tree.path)).toBe(false);
  const restoring = await layer.rescue.restore(tree.baseRepo, saving.ref);
  if (restoring.kind !== "restored") throw new Error(JSON.stringify(restoring));
  expect(restoring).toMatchObject({ baseCommit: tree.baseCommit });
  return { ref: saving.ref, path: restoring.path };
}

const relative = (path: string): string => path.slice(scratch.root.length + 1);

async function cycle(): Promise<{ readonly before: WholeState; readonly after: WholeState }> {
  const before = readWholeState(scratch, WT);
  const { path } = await throughRescue();
  return { before, after: readWholeState(scratch, relative(path)) };
}

test("files, index, modes and links come back as they were", async () => {
  scratch.append(`${WT}/a.txt`, "staged\n");
  scratch.git(WT, "add", "a.txt");
  scratch.append(`${WT}/a.txt`, "and more\n");
  scratch.git(WT, "rm", "-q", "b.txt");
  rmSync(scratch.at(WT, "c.txt"));
  scratch.git(WT, "mv", "d/e.txt", "moved.txt");
  chmodSync(scratch.at(WT, "run.sh"), 0o644);
  symlinkSync("../nowhere", scratch.at(WT, "link"));
  scratch.write(`${WT}/new dir/ü\n"x`, "new");
  writeFileSync(
    Buffer.concat([Buffer.from(scratch.at(WT, "bytes-")), Buffer.from([0xff, 0xe9])]),
    Buffer.from([0, 1, 2, 255]),
  );
  scratch.write(`${WT}/.env`, "KEY=1");
  chmodSync(scratch.at(WT, ".env"), 0o600);
  scratch.write(`${WT}/intended`, "later");
  scratch.git(WT, "add", "-N", "intended");
  scratch.write(`${WT}/once`, "in the index alone");
  scratch.git(WT, "add", "once");
  rmSync(scratch.at(WT, "once"));
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

test.runIf(process.platform === "linux")(
  "names that git distrusts, or that read like something else, come back",
  async () => {
    scratch.git("base", "config", "core.ignoreCase", "true");
    const names = ["git~1", "A.TXT", "-n", ":(top)x", "*.txt", "a\\b", "x".repeat(250)];
    for (const name of names) scratch.write(`${WT}/${name}`, name);
    const { before, after } = await cycle();
    expect(Object.keys(before.files)).toEqual(expect.arrayContaining(names));
    expect(after).toEqual(before);
  },
);

test("ignored files that nobody would miss do not come back", async () => {
  scratch.write(`${WT}/node_modules/x`, "1");
  scratch.write(`${WT}/debug.log`, "1");
  scratch.append(`${WT}/a.txt`, "edit\n");
  const { path } = await throughRescue();
  expect(existsSync(`${path}/node_modules`)).toBe(false);
  expect(existsSync(`${path}/debug.log`)).toBe(false);
});

test("line ends, filters and encodings do not change a byte", async () => {
  scratch.write(
    `${WT}/.gitattributes`,
    "*.txt text eol=crlf\n*.up filter=up\n*.id ident\n*.u16 working-tree-encoding=UTF-16LE\n",
  );
  scratch.git("base", "config", "filter.up.clean", "tr a-z A-Z");
  scratch.git("base", "config", "filter.up.smudge", "tr A-Z a-z");
  scratch.git("base", "config", "core.autocrlf", "true");
  scratch.write(`${WT}/mixed.txt`, "one\r\ntwo\nthree\r\n");
  scratch.write(`${WT}/new.up`, "MiXeD");
  scratch.write(`${WT}/a.id`, "$Id: something $\n");
  writeFileSync(scratch.at(WT, "w.u16"), Buffer.from("wide", "utf16le"));
  scratch.git(WT, "add", "mixed.txt", "new.up");
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

test("A31 edits that the index hides are saved, and stay hidden", async () => {
  scratch.git(WT, "update-index", "--assume-unchanged", "a.txt");
  scratch.append(`${WT}/a.txt`, "hidden\n");
  scratch.git(WT, "update-index", "--skip-worktree", "b.txt", "c.txt");
  scratch.append(`${WT}/b.txt`, "hidden too\n");
  rmSync(scratch.at(WT, "c.txt"));
  const before = readWholeState(scratch, WT);
  const { path, ref } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
  expect(scratch.git("base", "show", `${ref}:a.txt`)).toContain("hidden");
  expect(await layer.rescue.list(tree.baseRepo)).toMatchObject([{ ref, files: 2 }]);
});

test("a sparse checkout stays sparse", async () => {
  scratch.git(WT, "sparse-checkout", "set", "--no-cone", "/*", "!/d/");
  expect(existsSync(scratch.at(WT, "d"))).toBe(false);
  scratch.append(`${WT}/a.txt`, "edit\n");
  const before = readWholeState(scratch, WT);
  const { path, ref } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
  expect(scratch.git(relative(path), "sparse-checkout", "list")).toContain("!/d/");
  expect(scratch.git("base", "show", `${ref}:d/e.txt`)).toBe("d/e.txt");
});

test("a conflict outside of any operation keeps its three sides", async () => {
  scratch.append(`${WT}/a.txt`, "stashed\n");
  scratch.git(WT, "stash", "-q");
  scratch.append(`${WT}/a.txt`, "committed\n");
  scratch.commit(WT, "other");
  expect(() => scratch.git(WT, "stash", "pop")).toThrow("stash pop");
  expect(scratch.git(WT, "status", "--porcelain")).toContain("UU a.txt");
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

const ONE_STEP: readonly (readonly [string, string, readonly string[]])[] = [
  ["a merge", "merge", ["merge", "--continue"]],
  ["a cherry-pick", "cherry-pick", ["cherry-pick", "--continue"]],
  ["a revert", "revert", ["revert", "--continue"]],
];

test.each(ONE_STEP)("%s with a conflict comes back, and can be ended", async (_, verb, proceed) => {
  scratch.write(`${WT}/a.txt`, "theirs\n");
  const theirs = scratch.commit(WT, "theirs");
  if (verb !== "revert") scratch.git(WT, "reset", "-q", "--hard", "HEAD~1");
  scratch.write(`${WT}/a.txt`, "ours\n");
  const ours = scratch.commit(WT, "ours");
  expect(() => scratch.git(WT, verb, theirs)).toThrow("Command failed");
  scratch.append(`${WT}/b.txt`, "more\n");
  const before = readWholeState(scratch, WT);
  expect(await layer.worktrees.probe(tree)).toMatchObject({ inProgress: verb });
  const { path } = await throughRescue();
  scratch.git("base", "reflog", "expire", "--expire=now", "--all");
  scratch.git("base", "gc", "-q", "--prune=now");
  const at = relative(path);
  expect(readWholeState(scratch, at)).toEqual(before);
  expect(await layer.worktrees.probe({ ...tree, path })).toMatchObject({ inProgress: verb });
  scratch.write(`${at}/a.txt`, "both\n");
  scratch.git(at, "add", "a.txt");
  scratch.git(at, "-c", "core.editor=true", ...proceed);
  const parents = verb === "merge" ? `${ours} ${theirs}` : ours;
  expect(scratch.git(at, "log", "-1", "--format=%P")).toBe(parents);
  expect(scratch.git(at, "symbolic-ref", "HEAD")).toBe("refs/heads/s1");
});

test("a split index, a missing one, and one with remembered conflicts come back", async () => {
  scratch.append(`${WT}/a.txt`, "staged\n");
  scratch.git(WT, "update-index", "--split-index");
  scratch.git(WT, "add", "a.txt");
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

test("a tree without an index stays without", async () => {
  rmSync(scratch.git(WT, "rev-parse", "--git-path", "index"));
  const before = readWholeState(scratch, WT);
  expect(before.staged).toBe("");
  const { path } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
});

test("a directory in a file's place, a link in a directory's, a file that left the index", async () => {
  rmSync(scratch.at(WT, "a.txt"));
  scratch.write(`${WT}/a.txt/inner`, "1");
  rmSync(scratch.at(WT, "d"), { recursive: true });
  symlinkSync(scratch.at("base"), scratch.at(WT, "d"));
  scratch.git(WT, "rm", "-q", "--cached", "b.txt");
  scratch.write(`${WT}/.gitignore`, "b.txt\n.env\n");
  scratch.write(`${WT}/b.txt`, "changed, ignored, not in the index\n");
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

test("an uninitialised submodule is kept as what it is", async () => {
  scratch.git(".", "init", "-q", "lib");
  scratch.git("lib", "commit", "-q", "--allow-empty", "-m", "l");
  scratch.git("base", "submodule", "--quiet", "add", scratch.at("lib"), "sub");
  scratch.commit("base", "with sub");
  scratch.git(WT, "reset", "-q", "--hard", "main");
  mkdirSync(scratch.at(WT, "sub"), { recursive: true });
  scratch.append(`${WT}/a.txt`, "edit\n");
  const { before, after } = await cycle();
  expect(after).toEqual(before);
});

test("a user who forbids bare repositories may make, save, remove and restore all the same", async () => {
  scratch.git(".", "config", "--global", "safe.bareRepository", "explicit");
  tree = await makeTree(scratch, layer.worktrees, "s2");
  const at = relative(tree.path);
  scratch.append(`${at}/a.txt`, "edit\n");
  const before = readWholeState(scratch, at);
  const { path } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
  scratch.git(relative(path), "checkout", "-q", "-f", ".");
  expect(await layer.worktrees.remove({ ...tree, path })).toEqual({ kind: "removed" });
});

test("a repository with SHA-256 ids is probed, saved and restored like any other", async () => {
  scratch.git(".", "init", "-q", "--object-format=sha256", "longer");
  scratch.write("longer/a.txt", "1\n");
  scratch.commit("longer", "c");
  const wish = { baseRepo: scratch.at("longer"), branch: "s1", createBranch: true, base: null };
  tree = created(await layer.worktrees.create(wish)).worktree;
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  const at = relative(tree.path);
  scratch.append(`${at}/a.txt`, "staged\n");
  scratch.git(at, "add", "a.txt");
  scratch.write(`${at}/new`, "1");
  const before = readWholeState(scratch, at);
  const { path } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
});

test("a partial clone is saved without fetching what its sparse checkout leaves out", async () => {
  scratch.git("origin.git", "config", "uploadpack.allowFilter", "true");
  scratch.git("origin.git", "config", "uploadpack.allowAnySHA1InWant", "true");
  const url = `file://${scratch.at("origin.git")}`;
  scratch.git(".", "clone", "-q", "--filter=blob:none", "--no-checkout", url, "partial");
  scratch.git("partial", "sparse-checkout", "set", "--no-cone", "/*", "!/d/");
  scratch.git("partial", "checkout", "-q", "main");
  tree = { ...tree, path: scratch.at("wt"), baseRepo: scratch.at("partial"), branch: "p" };
  scratch.git("partial", "worktree", "add", "-q", "--no-checkout", "-b", "p", tree.path);
  scratch.git("wt", "sparse-checkout", "set", "--no-cone", "/*", "!/d/");
  scratch.git("wt", "checkout", "-q", "p");
  scratch.append("wt/a.txt", "edit\n");
  scratch.git("partial", "remote", "set-url", "origin", "file:///nowhere");
  const before = readWholeState(scratch, "wt");
  const { path } = await throughRescue();
  expect(readWholeState(scratch, relative(path))).toEqual(before);
});

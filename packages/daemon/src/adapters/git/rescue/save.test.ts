import { chmodSync, existsSync, rmSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Worktree } from "../../../domain/session.ts";
import { layer, scratch } from "../support/each-test.ts";
import { makeVariedTree } from "./support/varied-tree.ts";

let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  tree = await makeVariedTree();
});

test("saving touches nothing of the user's", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.write(`${WT}/new`, "1");
  const look = (): string[] => [
    scratch.git(WT, "reflog"),
    scratch.git("base", "for-each-ref", "refs/heads", "refs/remotes", "refs/stash"),
    scratch.git("base", "config", "--list", "--local"),
    scratch.git(WT, "ls-files", "--debug"),
  ];
  scratch.write("base/.git/hooks/reference-transaction", "#!/bin/sh\nexit 1\n");
  chmodSync(scratch.at("base/.git/hooks/reference-transaction"), 0o755);
  const before = look();
  expect(await layer.rescue.save(tree)).toMatchObject({ kind: "saved" });
  expect(look()).toEqual(before);
});

test("without a name of the user's the commit is maestro's, and nobody is asked to sign", async () => {
  scratch.git(".", "config", "--global", "--unset", "user.name");
  scratch.git(".", "config", "--global", "--unset", "user.email");
  scratch.git(".", "config", "--global", "commit.gpgSign", "true");
  scratch.git(".", "config", "--global", "gpg.program", "/bin/false");
  scratch.append(`${WT}/a.txt`, "edit\n");
  const saving = await layer.rescue.save(tree);
  const ref = saving.kind === "saved" ? saving.ref : "";
  expect(scratch.git("base", "log", "-1", "--format=%an", ref)).toBe("maestro");
});

test("the ref is named for the branch; HEAD is its parent; list, forget", async () => {
  scratch.write(`${WT}/x`, "1");
  const head = scratch.commit(WT, "work");
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.write(`${WT}/new`, "1");
  const first = await layer.rescue.save(tree);
  scratch.git(WT, "checkout", "-q", "--detach");
  const second = await layer.rescue.save(tree);
  if (first.kind !== "saved" || second.kind !== "saved") throw new Error("not saved");
  expect(first.ref).toMatch(/^refs\/maestro\/rescue\/s1\/\d{8}T\d{9}Z$/);
  expect(second.ref).toMatch(/^refs\/maestro\/rescue\/detached\/\d{8}T\d{9}Z$/);
  expect(scratch.git("base", "rev-parse", `${first.ref}^`)).toBe(head);
  const facts = { baseRepo: scratch.at("base"), head, files: 2 };
  const list = await layer.rescue.list(scratch.at(WT));
  expect(list).toMatchObject([
    { ...facts, ref: second.ref, branch: null },
    { ...facts, ref: first.ref, branch: "s1" },
  ]);
  expect(await layer.rescue.forget(tree.baseRepo, first.ref)).toBe("forgotten");
  expect(await layer.rescue.forget(tree.baseRepo, first.ref)).toBe("missing");
  expect(await layer.rescue.forget(tree.baseRepo, "refs/heads/s1")).toBe("missing");
  expect(await layer.rescue.forget(tree.baseRepo, "refs/maestro/rescue/*")).toBe("missing");
  expect(await layer.rescue.list(tree.baseRepo)).toHaveLength(1);
  expect(await layer.rescue.list(scratch.at("nowhere"))).toEqual([]);
});

test("restored where the branch is free on it, otherwise detached; the place is beside the others", async () => {
  scratch.write(`${WT}/x`, "1");
  const head = scratch.commit(WT, "work");
  scratch.append(`${WT}/a.txt`, "edit\n");
  const saving = await layer.rescue.save(tree);
  if (saving.kind !== "saved") throw new Error(saving.message);
  const beside = await layer.rescue.restore(tree.baseRepo, saving.ref);
  expect(beside).toMatchObject({ kind: "restored", branch: null, path: `${tree.path}-2` });
  expect(scratch.git("worktrees/base/s1-2", "rev-parse", "HEAD")).toBe(head);
  expect(await layer.rescue.removeSaved(tree, saving.ref)).toEqual({ kind: "removed" });
  const back = await layer.rescue.restore(tree.baseRepo, saving.ref);
  expect(back).toMatchObject({ kind: "restored", branch: "s1", path: tree.path });
  expect(await layer.rescue.restore(tree.baseRepo, "refs/heads/s1")).toEqual({ kind: "missing" });
});

test("a tree that changed after it was saved stays", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  const saving = await layer.rescue.save(tree);
  const ref = saving.kind === "saved" ? saving.ref : "";
  scratch.append(`${WT}/a.txt`, "again\n");
  const refuses = async (): Promise<void> => {
    expect(await layer.rescue.removeSaved(tree, ref)).toMatchObject({ kind: "refused" });
    expect(existsSync(tree.path)).toBe(true);
  };
  await refuses();
  scratch.write(`${WT}/a.txt`, "one\nedit\n");
  scratch.git(WT, "add", "a.txt");
  await refuses();
  scratch.git(WT, "reset", "-q");
  scratch.git(WT, "commit", "-q", "--allow-empty", "-m", "moved");
  await refuses();
  scratch.git(WT, "reset", "-q", "--soft", "HEAD~1");
  expect(await layer.rescue.removeSaved(tree, "refs/heads/s1")).toMatchObject({ kind: "refused" });
  expect(await layer.rescue.removeSaved(tree, ref)).toEqual({ kind: "removed" });
});

test("a tree whose start is not known is saved and removed like any other", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  const found = { ...tree, branch: "HEAD", baseCommit: "" };
  const saving = await layer.rescue.save(found);
  const ref = saving.kind === "saved" ? saving.ref : "";
  expect(await layer.rescue.removeSaved(found, ref)).toEqual({ kind: "removed" });
  const restoring = await layer.rescue.restore(tree.baseRepo, ref);
  expect(restoring).toMatchObject({ kind: "restored", branch: "s1", baseCommit: "" });
});

test("a saved state that lost an object does not stand for the tree", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  const saving = await layer.rescue.save(tree);
  const ref = saving.kind === "saved" ? saving.ref : "";
  const index = scratch.git("base", "rev-parse", `${ref}^2:index`);
  rmSync(scratch.at("base/.git/objects", index.slice(0, 2), index.slice(2)));
  scratch.git(WT, "update-index", "--force-write-index", "--index-version", "4");
  const removal = await layer.rescue.removeSaved(tree, ref);
  expect(removal.kind === "refused" && removal.message).toContain("incomplete");
  expect(existsSync(tree.path)).toBe(true);
});

test("A15 a lock keeps a saved tree too", async () => {
  scratch.append(`${WT}/a.txt`, "edit\n");
  scratch.git("base", "worktree", "lock", "--reason", "on usb", tree.path);
  const saving = await layer.rescue.save(tree);
  const ref = saving.kind === "saved" ? saving.ref : "";
  const removal = await layer.rescue.removeSaved(tree, ref);
  expect(removal.kind === "refused" && removal.message).toContain("on usb");
  expect(existsSync(tree.path)).toBe(true);
});

const REFUSED: readonly (readonly [string, () => void, string])[] = [
  ["A07 a repository in it", () => scratch.git(WT, "init", "-q", "tool"), "tool/"],
  [
    "a bare repository in it",
    () => scratch.git(WT, "init", "-q", "--bare", "scratch/r.git"),
    "r.git",
  ],
  ["a repository around tracked files", () => scratch.git(WT, "init", "-q", "d"), "d/"],
  [
    "A28 a paused rebase",
    () => {
      scratch.write(`${WT}/x`, "1");
      scratch.commit(WT, "work");
      scratch.git(WT, "-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "HEAD~1");
    },
    "rebase",
  ],
  [
    "A28 a series of picks",
    () => {
      scratch.write(`${WT}/a.txt`, "1\n");
      scratch.commit(WT, "first");
      scratch.write(`${WT}/a.txt`, "2\n");
      scratch.commit(WT, "second");
      scratch.git(WT, "checkout", "-q", "-f", "--detach", "HEAD~2");
      expect(() => scratch.git(WT, "cherry-pick", "s1", "s1~1")).toThrow("cherry-pick");
    },
    "cherry-pick",
  ],
  ["A28 a bisect", () => scratch.git(WT, "bisect", "start"), "bisect"],
  [
    "A28 a merge that put edits aside",
    () => {
      scratch.git(WT, "checkout", "-q", "-f", ".");
      scratch.write(`${WT}/a.txt`, "1\n");
      const theirs = scratch.commit(WT, "theirs");
      scratch.git(WT, "reset", "-q", "--hard", "HEAD~1");
      scratch.write(`${WT}/a.txt`, "2\n");
      scratch.commit(WT, "ours");
      scratch.append(`${WT}/b.txt`, "aside\n");
      expect(() => scratch.git(WT, "merge", "--autostash", theirs)).toThrow("merge");
    },
    "merge",
  ],
  ["an unborn branch", () => scratch.git(WT, "checkout", "-q", "--orphan", "o"), "no commit"],
  [
    "A05 a submodule that is set up",
    () => {
      scratch.git(".", "init", "-q", "lib");
      scratch.git("lib", "commit", "-q", "--allow-empty", "-m", "l");
      scratch.git(WT, "submodule", "--quiet", "add", scratch.at("lib"), "sub");
    },
    "sub",
  ],
  ["a name that git never keeps", () => scratch.write(`${WT}/d/.Git/work`, "w"), "d/.Git/work"],
  ["A18 a lost .git", () => rmSync(scratch.at(WT, ".git")), "cannot inspect"],
];

test.each(REFUSED)(
  "%s is refused with a sentence, and nothing is written",
  async (_, make, word) => {
    scratch.append(`${WT}/a.txt`, "edit\n");
    make();
    const saving = await layer.rescue.save(tree);
    expect(saving).toMatchObject({ kind: "refused" });
    expect(saving.kind === "refused" && saving.message).toContain(word);
    expect(scratch.git("base", "for-each-ref", "refs/maestro")).toBe("");
  },
);

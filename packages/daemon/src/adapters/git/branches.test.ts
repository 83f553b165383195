import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseBranches } from "./parse-branches.ts";
import { createScratch, makeTree, type Scratch } from "./support/scratch-repository.ts";

let scratch: Scratch;

beforeEach(() => {
  scratch = createScratch();
  scratch.makeRepository();
});
afterEach(() => scratch.remove());

test("local branches and those that a remote has alone, newest first, with their holders", async () => {
  const layer = scratch.layer();
  const tree = await makeTree(scratch, layer.worktrees, "feature/x");
  scratch.git("base", "checkout", "-q", "-b", "theirs");
  const old = "!GIT_COMMITTER_DATE=2001-01-01T00:00:00Z git commit --allow-empty -q -m";
  scratch.git("base", "-c", `alias.old=${old}`, "old", "on theirs");
  scratch.git("base", "push", "-q", "origin", "theirs", "main:also");
  scratch.git("base", "remote", "add", "fork/of", scratch.at("origin.git"));
  scratch.git("base", "fetch", "-q", "fork/of");
  scratch.git("base", "remote", "set-head", "origin", "main");
  scratch.git("base", "checkout", "-q", "main");
  scratch.git("base", "branch", "-q", "-D", "theirs");
  const branches = await layer.branches.list(scratch.at("worktrees/base/feature-x"));
  const shown = branches?.map(({ name, remote, checkedOutAt }) => [name, remote, checkedOutAt]);
  expect(shown).toHaveLength(6);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["main", null, scratch.at("base")],
      ["feature/x", null, tree.path],
      ["theirs", "origin", null],
      ["also", "origin", null],
      ["theirs", "fork/of", null],
      ["also", "fork/of", null],
    ]),
  );
  const theirs = branches?.find(({ name }) => name === "theirs");
  expect(theirs).toMatchObject({ subject: "on theirs", committedAt: Date.UTC(2001, 0, 1) });
  const times = branches?.map(({ committedAt }) => committedAt) ?? [];
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(times[0]).toBeGreaterThan(times.at(-1) ?? 0);
});

test("A27 the holder of a branch is known while a rebase has detached its HEAD", async () => {
  const layer = scratch.layer();
  const tree = await makeTree(scratch, layer.worktrees);
  scratch.git("worktrees/base/s1", "commit", "-q", "--allow-empty", "-m", "1");
  const editor = "sequence.editor=sed -i 1ibreak";
  scratch.git("worktrees/base/s1", "-c", editor, "rebase", "-q", "-i", "HEAD~1");
  const branches = await layer.branches.list(scratch.at("base"));
  expect(branches?.find(({ name }) => name === "s1")?.checkedOutAt).toBe(tree.path);
});

test("A12 a bare repository holds no branch itself; where there is none there is no list", async () => {
  const { branches } = scratch.layer();
  const bare = await branches.list(scratch.at("origin.git"));
  expect(bare).toMatchObject([{ name: "main", remote: null, checkedOutAt: null }]);
  expect(await branches.list(scratch.root)).toBeNull();
  expect(await branches.list(scratch.at("nowhere"))).toBeNull();
});

test("A47 a repository without commits has none", async () => {
  scratch.git(".", "init", "-q", "empty");
  expect(await scratch.layer().branches.list(scratch.at("empty"))).toEqual([]);
});

test("ref records come out as they went in, and any text is survived", () => {
  const word = fc.string({ minLength: 1 }).map((text) => text.replace(/[\0\n]/g, "x"));
  const ref = fc.record({ name: word, remote: fc.constantFrom(null, "o", "o/p"), subject: word });
  fc.assert(
    fc.property(fc.array(ref), (refs) => {
      const wanted = refs.map((one) => ({
        ...one,
        // "o/p" is a remote too: its branches are told apart by the longer name.
        name: one.remote === "o" ? `b${one.name}` : one.name,
        committedAt: 5000,
      }));
      const text = wanted
        .map(({ name, remote, subject }) => {
          const refname = remote === null ? `refs/heads/${name}` : `refs/remotes/${remote}/${name}`;
          return `${refname}\0\x005\0${subject}\0\n`;
        })
        .join("");
      expect(parseBranches(text, ["o", "o/p"])).toEqual(wanted);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseBranches(text, ["o"]))));
});

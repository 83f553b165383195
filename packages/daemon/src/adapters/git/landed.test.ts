import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Worktree } from "../../domain/session.ts";
import { scratch, worktrees } from "./support/each-test.ts";
import { withGitInFront } from "./support/git-in-front.ts";
import { makeTree } from "./support/scratch-repository.ts";

let tree: Worktree;
const WT = "worktrees/base/s1";
const TEN = Array.from({ length: 10 }, (_, n) => `line ${n}`);

beforeEach(async () => {
  scratch.makeRepository();
  scratch.write("base/ten", `${TEN.join("\n")}\n`);
  scratch.commit("base", "ten lines");
  scratch.git("base", "push", "-q", "origin", "main");
  tree = await makeTree(scratch, worktrees);
  scratch.git(".", "clone", "-q", "origin.git", "other");
});

function work(name: string, text: string, message = name): string {
  scratch.write(`${WT}/${name}`, text);
  return scratch.commit(WT, message);
}

/** Somebody else's clone brings something to the remote, and the base repository hears of it. */
function upstream(act: () => void): void {
  scratch.git("other", "fetch", "-q", scratch.at("base"), "+refs/heads/*:refs/remotes/theirs/*");
  act();
  scratch.git("other", "push", "-q", "origin", "main");
  scratch.git("base", "fetch", "-q");
}

/** git touches the time of objects that it would write again: names are what may not change. */
function files(): readonly string[] {
  return readdirSync(scratch.at("base/.git"), { recursive: true, encoding: "utf8" }).sort();
}

async function unpushed(asked = worktrees): Promise<readonly string[]> {
  const found = await asked.probe(tree);
  expect(found.unknown).toBeNull();
  expect(found.unpushed).toBe(found.samples.unpushed.length);
  return found.samples.unpushed.map((commit) => commit.subject);
}

test("commits that were cherry-picked have landed, one that was not has not", async () => {
  const one = work("one", "1\n");
  work("two", "2\n");
  const three = work("three", "3\n");
  upstream(() => {
    scratch.write("other/ahead", "x");
    scratch.commit("other", "ahead");
    scratch.git("other", "cherry-pick", one, three);
  });
  expect(await unpushed()).toEqual(["two"]);
});

test("a change that differs in white space alone has not landed", async () => {
  work("code.py", "if a:\n    b()\nc()\n");
  upstream(() => {
    scratch.write("other/code.py", "if a:\n    b()\n    c()\n");
    scratch.commit("other", "code.py");
  });
  expect(await unpushed()).toEqual(["code.py"]);
});

test("a squash has landed, also when the branch went on since and new work stands on it", async () => {
  scratch.write(`${WT}/ten`, `first\n${TEN.join("\n")}\n`);
  scratch.commit(WT, "w1");
  scratch.write(`${WT}/ten`, `first\nsecond\n${TEN.join("\n")}\n`);
  scratch.commit(WT, "w2");
  upstream(() => {
    scratch.git("other", "merge", "-q", "--squash", "theirs/s1");
    scratch.commit("other", "squashed");
    scratch.append("other/ten", "last\n");
    scratch.commit("other", "later");
  });
  expect(await unpushed()).toEqual([]);
  work("new", "new work\n");
  expect(await unpushed()).toEqual(["new"]);
});

/** A git that knows `merge-tree` in its older form alone, and writes down how it was asked. */
const OLDER_GIT = `
echo "$*" >> "$HOME/asked"
for word; do
  case $word in
    version) echo "git version 2.37.7"; exit 0 ;;
    --write-tree) echo "usage: git merge-tree <base-tree> <branch1> <branch2>" >&2; exit 129 ;;
  esac
done
exec "$REAL_GIT" "$@"`;

test("before git 2.38 patch ids alone tell what has landed, and a squash stays unpushed", async () => {
  const one = work("one", "1\n");
  work("two", "2\n");
  work("three", "3\n");
  upstream(() => {
    scratch.git("other", "cherry-pick", one);
    scratch.git("other", "merge", "-q", "--squash", "theirs/s1");
    scratch.commit("other", "squashed");
  });
  expect(await unpushed()).toEqual([]);
  const older = scratch.worktrees({ env: withGitInFront(scratch, OLDER_GIT) });
  expect(await unpushed(older)).toEqual(["three", "two"]);
  const asked = readFileSync(scratch.at("home/asked"), "utf8");
  expect(asked).toContain("--cherry-mark");
  expect(asked).not.toContain("merge-tree");
});

test("a squash that left something out has not landed", async () => {
  work("one", "1\n");
  work("two", "2\n");
  upstream(() => {
    scratch.write("other/one", "1\n");
    scratch.commit("other", "half of it");
  });
  const before = files();
  expect(await unpushed()).toEqual(["two"]);
  expect(files()).toEqual(before);
  work("three", "3\n");
  expect(await unpushed()).toEqual(["three", "two"]);
});

test("work that was reverted again, and an empty commit, are nowhere else", async () => {
  work("precious", "an idea\n", "idea");
  scratch.git(WT, "revert", "--no-edit", "HEAD");
  scratch.git(WT, "commit", "-q", "--allow-empty", "-m", "a note");
  upstream(() => scratch.git("other", "commit", "-q", "--allow-empty", "-m", "ci"));
  expect(await unpushed()).toEqual(["a note", 'Revert "idea"', "idea"]);
});

test("a merge driver that always takes theirs cannot make work look landed", async () => {
  scratch.git("base", "config", "merge.keep.driver", "true");
  work(".gitattributes", "* merge=keep\n", "attributes");
  upstream(() => {
    scratch.write("other/.gitattributes", "* merge=keep\n");
    scratch.write("other/ten", "other\n");
    scratch.commit("other", "theirs");
  });
  scratch.write(`${WT}/ten`, "mine\n");
  scratch.commit(WT, "mine");
  expect(await unpushed()).toContain("mine");
});

test("another local branch, a stash or a tag makes nothing pushed", async () => {
  const id = work("one", "1\n");
  scratch.git("base", "branch", "copy", id);
  scratch.git("base", "tag", "copy-tag", id);
  scratch.git("base", "update-ref", "refs/stash", id);
  expect(await unpushed()).toEqual(["one"]);
});

test("a replacement object cannot hide a commit", async () => {
  const id = work("one", "1\n");
  scratch.git("base", "replace", id, scratch.git("base", "rev-parse", "origin/main"));
  expect(await unpushed()).toEqual(["one"]);
});

test("a graft cannot hide a commit, nor a replacement a staged change", async () => {
  const id = work("one", "1\n");
  const main = scratch.git("base", "rev-parse", "origin/main");
  scratch.write("base/.git/info/grafts", `${main} ${id}\n`);
  expect(await unpushed()).toEqual(["one"]);
  scratch.write(`${WT}/one`, "staged\n");
  scratch.git(WT, "add", "one");
  const staged = scratch.git(WT, "commit-tree", scratch.git(WT, "write-tree"), "-m", "x");
  scratch.git(WT, "replace", id, staged);
  expect(scratch.git(WT, "status", "--porcelain")).toBe("");
  expect((await worktrees.probe(tree)).samples.uncommitted).toEqual(["one"]);
});

test("binary files with equal names and different content have not landed", async () => {
  work("blob", "\0\u0001one");
  upstream(() => {
    scratch.write("other/blob", "\0\u0001two");
    scratch.commit("other", "blob");
  });
  expect(await unpushed()).toEqual(["blob"]);
});

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { isClear } from "../../../domain/unsaved-work.ts";
import type { Worktree } from "../../../domain/session.ts";
import { layer, pristine, scratch } from "../support/each-test.ts";

let tree: Worktree;
const WT = "worktrees/base/s1";

beforeEach(async () => {
  tree = await pristine();
});

const read = (name: string): string => readFileSync(scratch.at(WT, name), "utf8");
const has = (name: string): boolean => existsSync(scratch.at(WT, name));

test("A30 copies what is asked for, keeps modes, and a copy does not stand against a kill", async () => {
  scratch.write("base/.maestro.toml", '[worktree]\ncopy = [".env*"]\nrun = ["npm ci", "make"]\n');
  scratch.write("base/.env", "KEY=1");
  scratch.write("base/pkg/.env.local", "KEY=2");
  scratch.write("base/node_modules/x", "1");
  chmodSync(scratch.at("base/.env"), 0o600);
  scratch.append("base/.git/info/exclude", ".env*\n");
  expect(await layer.setUps.prepare(tree)).toEqual({ commands: ["npm ci", "make"], warnings: [] });
  expect(read(".env")).toBe("KEY=1");
  expect(read("pkg/.env.local")).toBe("KEY=2");
  expect(statSync(scratch.at(WT, ".env")).mode & 0o777).toBe(0o600);
  expect(has("node_modules")).toBe(false);
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  scratch.append(`${WT}/.env`, "changed");
  expect(await layer.worktrees.probe(tree)).toMatchObject({ untracked: 1 });
});

test("what a repository wants run is shown before, and only shown where the user says so", async () => {
  const lines = ["npm ci", "a\nb; touch x"];
  const run = `run = [${lines.map((line) => JSON.stringify(line)).join(", ")}]`;
  scratch.write("base/.maestro.toml", `[worktree]\n${run}\n`);
  expect(await layer.setUps.commands(tree.baseRepo)).toEqual(lines);
  const careful = scratch.layer({ setUp: { run: ["mine"], repositoryRun: false } });
  const shown = await careful.setUps.commands(tree.baseRepo);
  expect(shown).toEqual([
    "mine",
    ...lines.map((line) => expect.stringContaining(JSON.stringify(line)) as string),
  ]);
  // As comments of one line each, whatever they hold.
  for (const line of shown.slice(1)) expect(line).toMatch(/^# [^\n\r]*$/);
  expect((await careful.setUps.prepare(tree)).commands).toEqual(shown);
  expect(await layer.setUps.commands(scratch.at("nowhere"))).toEqual([]);
});

test("nothing that is there is written over", async () => {
  scratch.write("base/.maestro.toml", '[worktree]\ncopy = [".env", "a.txt", "x"]\n');
  scratch.write("base/.env", "theirs");
  scratch.write("base/x", "theirs");
  scratch.write(`${WT}/.env`, "mine");
  symlinkSync(scratch.at("outside"), scratch.at(WT, "x"));
  expect((await layer.setUps.prepare(tree)).warnings).toEqual([]);
  expect(read(".env")).toBe("mine");
  expect(existsSync(scratch.at("outside"))).toBe(false);
});

test("a link in the main checkout is not followed out of it, nor one in the tree", async () => {
  scratch.write("secret/.env", "s");
  scratch.write(
    "base/.maestro.toml",
    '[worktree]\ncopy = [".env", "in", "conf"]\nlink = ["away"]\n',
  );
  symlinkSync(scratch.at("secret/.env"), scratch.at("base/.env"));
  symlinkSync("a.txt", scratch.at("base/in"));
  scratch.write("base/conf/f", "1");
  symlinkSync(scratch.at("secret"), scratch.at(WT, "conf"));
  symlinkSync(scratch.at("secret"), scratch.at("base/away"));
  const { warnings } = await layer.setUps.prepare(tree);
  expect(has(".env")).toBe(false);
  expect(has("away")).toBe(false);
  expect(existsSync(scratch.at("secret/f"))).toBe(false);
  expect(readlinkSync(scratch.at(WT, "in"))).toBe("a.txt");
  expect(warnings).toHaveLength(3);
});

test("links lead to the same path of the main checkout; paths that leave it are refused", async () => {
  scratch.write("base/node_modules/x", "1");
  scratch.write(
    "base/.maestro.toml",
    '[worktree]\nlink = ["node_modules/", "../origin.git", "/etc", ".git", "a/../../x", "none", "a.txt"]\n',
  );
  const { warnings } = await layer.setUps.prepare(tree);
  expect(readlinkSync(scratch.at(WT, "node_modules"))).toBe(scratch.at("base/node_modules"));
  expect(warnings).toHaveLength(6);
  expect(lstatSync(scratch.at(WT, "a.txt")).isFile()).toBe(true);
});

test("a link that git does not ignore does not stand against a kill, and is put back where git objects", async () => {
  scratch.write("base/node_modules/x", "1");
  scratch.write("base/.maestro.toml", '[worktree]\nlink = ["node_modules"]\n');
  await layer.setUps.prepare(tree);
  expect(scratch.git(WT, "status", "--porcelain")).toBe("?? node_modules");
  expect(isClear(await layer.worktrees.probe(tree))).toBe(true);
  scratch.git("base", "worktree", "lock", tree.path);
  expect(await layer.worktrees.remove(tree)).toMatchObject({ kind: "refused" });
  expect(readlinkSync(scratch.at(WT, "node_modules"))).toBe(scratch.at("base/node_modules"));
  scratch.git("base", "worktree", "unlock", tree.path);
  symlinkSync(scratch.at("base/a.txt"), scratch.at(WT, "another"));
  expect(await layer.worktrees.probe(tree)).toMatchObject({ untracked: 1 });
  rmSync(scratch.at(WT, "another"));
  expect(await layer.worktrees.remove(tree)).toEqual({ kind: "removed" });
  expect(existsSync(scratch.at("base/node_modules/x"))).toBe(true);
});

test(".worktreeinclude copies ignored files alone, by git's own reading of its patterns", async () => {
  scratch.write("base/.worktreeinclude", "# wanted\n*.log\n!no.log\nscratch/\nfree\n");
  scratch.write("base/yes.log", "1");
  scratch.write("base/no.log", "1");
  scratch.write("base/scratch/deep/f", "1");
  scratch.write("base/free", "not ignored");
  expect((await layer.setUps.prepare(tree)).warnings).toEqual([]);
  expect(["yes.log", "no.log", "scratch/deep/f", "free"].map(has)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test.each([
  ["no TOML", "[worktree"],
  ["a wrong type", "[worktree]\ncopy = 1\n"],
  ["a line break in a pattern", '[worktree]\ncopy = ["a\\nb"]\n'],
  ["an empty command", '[worktree]\nrun = [" "]\n'],
])("%s is a warning; what the user wants everywhere happens all the same", async (_, text) => {
  scratch.write("base/.maestro.toml", text);
  scratch.write("base/.env", "KEY=1");
  const { setUps } = scratch.layer({ setUp: { copy: [".env"], run: ["true"] } });
  const { commands, warnings } = await setUps.prepare(tree);
  expect(commands).toEqual(["true"]);
  expect(warnings).toEqual([expect.stringContaining(".maestro.toml cannot be used")]);
  expect(read(".env")).toBe("KEY=1");
});

test("a file that is none, or a repository that is bare, is no reason to fail", async () => {
  mkdirSync(scratch.at("base/.maestro.toml"));
  expect((await layer.setUps.prepare(tree)).warnings).toHaveLength(1);
  const bare = { ...tree, baseRepo: scratch.at("origin.git") };
  expect(await layer.setUps.prepare(bare)).toEqual({ commands: [], warnings: [] });
  const gone = { ...tree, path: scratch.at("gone") };
  expect((await layer.setUps.prepare(gone)).warnings).toHaveLength(1);
});

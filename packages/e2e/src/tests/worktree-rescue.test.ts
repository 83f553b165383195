import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../support/refusal.ts";
import { retainedEntry } from "../support/retained-entries.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let repository: ScratchRepository;

beforeAll(async () => {
  daemon = await TestDaemon.start();
  repository = await ScratchRepository.make(daemon);
  const { base } = repository;
  await put(join(base, ".gitignore"), ".env\nnode_modules/\n");
  await put(join(base, "b.txt"), "1\n2\n3\n");
  await put(join(base, "gone.txt"), "gone\n");
  await put(join(base, "moved.txt"), "moved\n".repeat(20));
  repository.commit(base, "c2");
  repository.git(base, "push", "-q", "origin", "main");
});
afterAll(() => daemon.destroy());

const create = (branch: string): Promise<Session> =>
  daemon.create({
    command: ["cat"],
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });
const forceKill = ({ id }: Session): Promise<void> =>
  daemon.api.killSession({ params: { id }, query: { force: "true" } });
const reclaim = (path: string, force = true) =>
  daemon.api.reclaimWorktree({ body: { path, force } });

/** Work of every kind that a tree can hold. */
async function everyKind(tree: string): Promise<void> {
  const git = (...args: string[]): string => repository.git(tree, ...args);
  await put(join(tree, "committed.txt"), "kept\n");
  repository.commit(tree, "local work");
  await put(join(tree, "a.txt"), "staged\n");
  git("add", "a.txt");
  await put(join(tree, "a.txt"), "staged, then edited\n");
  await put(join(tree, "b.txt"), "1\n2\nedited\n");
  git("rm", "-q", "gone.txt");
  git("mv", "moved.txt", "there.txt");
  await put(join(tree, "new dir/näme\nwith a break.txt"), "untracked\n");
  await put(join(tree, "added.txt"), "added\n");
  git("add", "added.txt");
  await put(join(tree, "index only.txt"), "only in the index\n");
  git("add", "index only.txt");
  await rm(join(tree, "index only.txt"));
  await put(join(tree, "run.sh"), "#!/bin/sh\n");
  await chmod(join(tree, "run.sh"), 0o755);
  await symlink("../nowhere", join(tree, "dangling"));
  await put(join(tree, ".env"), "SECRET=1\n");
  await chmod(join(tree, ".env"), 0o600);
  await put(join(tree, "bytes.bin"), Buffer.from([0, 255, 13, 10, 0]).toString("latin1"));
}

/** Everything of a tree that a person could tell two trees apart by; what is ignored aside. */
async function stateOf(tree: string) {
  const files = new Map<string, string>();
  const walk = async (directory: string): Promise<void> => {
    for (const name of await readdir(join(tree, directory))) {
      const at = join(directory, name);
      if (at === ".git" || name === "node_modules") continue;
      const stats = await lstat(join(tree, at));
      if (stats.isDirectory()) await walk(at);
      else if (stats.isSymbolicLink()) files.set(at, `link ${await readlink(join(tree, at))}`);
      else {
        const content = (await readFile(join(tree, at))).toString("base64");
        files.set(at, `${(stats.mode & 0o777).toString(8)} ${content}`);
      }
    }
  };
  await walk("");
  return {
    files,
    status: repository.git(tree, "status", "--porcelain=v2", "--branch", "-z", "-uall"),
    index: repository.git(tree, "ls-files", "-s", "-z"),
  };
}

test("W38 W41 a tree with work of every kind comes back as it was, down to git status", async () => {
  const session = await create("every-kind");
  await everyKind(session.cwd);
  await mkdir(join(session.cwd, "node_modules"));
  const before = await stateOf(session.cwd);
  await forceKill(session);
  expect(await refusal(reclaim(session.cwd, false))).toMatchObject({
    status: 409,
    code: "worktree_guarded",
  });
  const shown = await daemon.api.getWorktreeChanges({ query: { path: session.cwd } });
  expect(shown.files.map(({ path }) => path)).toContain("committed.txt");
  const { rescue_ref: ref } = await reclaim(session.cwd);
  expect(ref).toMatch(/^refs\/maestro\/rescue\/every-kind\//);
  await expect(lstat(session.cwd)).rejects.toThrow("ENOENT");
  expect(await retainedEntry(daemon, session.cwd)).toBeUndefined();
  expect(await daemon.api.listRescued()).toMatchObject([
    { ref, base_repo: repository.base, branch: "every-kind" },
  ]);

  const body = { base_repo: repository.base, ref: ref ?? "" };
  const restored = await daemon.api.restoreRescued({ body });
  expect(restored.branch).toBe("every-kind");
  expect(await stateOf(restored.path)).toEqual(before);
  expect(repository.git(repository.base, "status", "--porcelain")).toBe("");
});

test("a restored tree is listed, guarded and can be reclaimed as any that was left", async () => {
  const session = await create("restored");
  await put(join(session.cwd, "work.txt"), "work\n");
  await forceKill(session);
  const { rescue_ref: ref } = await reclaim(session.cwd);
  const body = { base_repo: repository.base, ref: ref ?? "" };
  const { path } = await daemon.api.restoreRescued({ body });
  await daemon.crash();
  await daemon.up();
  const row = (await daemon.api.listWorktrees()).find((one) => one.path === path);
  expect(row).toMatchObject({
    branch: "restored",
    base_repo: repository.base,
    session_id: null,
    reason: "restored",
    detail: ref,
    unsaved_work: { untracked: 1, unpushed: 0 },
  });
  const guest = await daemon.create({ command: ["cat"], cwd: path });
  expect((await refusal(reclaim(path))).code).toBe("worktree_in_use");
  await daemon.api.killSession({ params: { id: guest.id }, query: {} });
  expect((await refusal(reclaim(path, false))).code).toBe("worktree_guarded");
  expect((await reclaim(path)).rescue_ref).not.toBe(ref);
});

test("W37 a running session's tree, and a path that nobody left, are not reclaimed", async () => {
  const session = await create("running");
  for (const path of [session.cwd, repository.base, daemon.home, "/", `${session.cwd}/`]) {
    expect(await refusal(reclaim(path))).toMatchObject({ status: 404, code: "not_found" });
  }
  expect(repository.trees()).toContain(session.cwd);
});

test("W39 A07 a tree with a repository of its own in it is refused by name, and stays", async () => {
  const session = await create("nested");
  const tool = join(session.cwd, "tool");
  repository.git(session.cwd, "init", "-q", "tool");
  await put(join(tool, "k"), "k\n");
  repository.commit(tool, "k");
  await forceKill(session);
  const refused = await refusal(reclaim(session.cwd));
  expect(refused.code).toBe("worktree_guarded");
  expect(refused.message).toContain("tool");
  expect(refused.unsavedWork).toMatchObject({ untracked: 1 });
  expect(await readFile(join(tool, "k"), "utf8")).toBe("k\n");
  expect(repository.git(repository.base, "for-each-ref", "refs/maestro/rescue/nested")).toBe("");
});

test("W41 a saved state stays until it is forgotten, and is then gone", async () => {
  const session = await create("forgotten");
  await put(join(session.cwd, "work.txt"), "work\n");
  await forceKill(session);
  const { rescue_ref } = await reclaim(session.cwd);
  const one = { base_repo: repository.base, ref: rescue_ref ?? "" };
  const first = await daemon.api.restoreRescued({ body: one });
  const second = await daemon.api.restoreRescued({ body: one });
  expect(second.path).not.toBe(first.path);
  expect([first.branch, second.branch]).toEqual(["forgotten", null]);
  for (const { path } of [first, second]) {
    expect(await readFile(join(path, "work.txt"), "utf8")).toBe("work\n");
  }
  await daemon.api.forgetRescued({ query: one });
  expect(await refusal(daemon.api.restoreRescued({ body: one }))).toMatchObject({ status: 404 });
  expect((await daemon.api.listRescued()).map(({ ref }) => ref)).not.toContain(rescue_ref);
});

import { execFile } from "node:child_process";
import { access, chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../support/refusal.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { stateFiles } from "../support/session-traces.ts";
import { TestDaemon } from "../support/test-daemon.ts";

const exec = promisify(execFile);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const create = (base_repo: string, branch: string, more: object = {}): Promise<Session> =>
  daemon.create({
    command: ["cat"],
    worktree: { base_repo, branch, create_branch: true, ...more },
  });
const kill = ({ id }: Session): Promise<void> =>
  daemon.api.killSession({ params: { id }, query: {} });
const worktreesOf = (name: string): string =>
  join(daemon.home, ".local/share/maestro/worktrees", name);

/** Everything that a refused creation could have left behind. */
async function traces(repository: ScratchRepository) {
  const places = await readdir(worktreesOf("")).catch(() => [] as string[]);
  return {
    branches: repository.branches(),
    trees: repository.trees(),
    sessions: (await daemon.api.listSessions()).map(({ id }) => id),
    records: await stateFiles(daemon, "sessions"),
    directories: (await Promise.all(places.map((place) => readdir(worktreesOf(place)))))
      .flat()
      // Whose directory it is; it holds nothing.
      .filter((name) => name !== ".maestro-repository"),
  };
}

test("A12 a bare repository, and a directory whose .git file points to one, can be worked in", async () => {
  const repository = await ScratchRepository.make(daemon, "a12");
  const bare = join(daemon.home, "proj.git");
  repository.git(daemon.home, "clone", "-q", "--bare", repository.origin, bare);
  const pointing = join(daemon.home, "p2");
  repository.git(daemon.home, "clone", "-q", "--bare", repository.origin, join(pointing, ".bare"));
  await writeFile(join(pointing, ".git"), "gitdir: ./.bare\n");
  for (const base of [bare, pointing]) {
    const session = await create(base, "s1", { base: "main" });
    expect(await readFile(join(session.cwd, "a.txt"), "utf8")).toBe("one\n");
    await kill(session);
    await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  }
});

test("A20 a linked worktree, a subdirectory and a symlink are one repository, and never removed", async () => {
  const repository = await ScratchRepository.make(daemon, "a20");
  const wt = join(daemon.home, "a20-wt");
  repository.git(repository.base, "worktree", "add", "-q", "-b", "mine", wt, "main");
  await mkdir(join(wt, "pkg/deep"), { recursive: true });
  const link = join(daemon.home, "a20-link");
  await symlink(repository.base, link);
  const plain = await daemon.create({ command: ["cat"], cwd: wt });
  const sessions = [
    await create(join(wt, "pkg/deep"), "one"),
    await create(`${link}/`, "two"),
    await create(repository.base, "three"),
  ];
  for (const session of sessions) {
    expect(session.worktree?.base_repo).toBe(repository.base);
    expect(session.repo?.root).toBe(repository.base);
    expect(session.cwd.startsWith(worktreesOf("a20"))).toBe(true);
  }
  for (const session of [...sessions, plain]) await kill(session);
  expect(repository.trees()).toEqual([wt]);
  await access(join(wt, "pkg/deep"));
  await access(join(repository.base, "a.txt"));
});

test("A23 whatever stands where the tree would go is sidestepped and left alone", async () => {
  const repository = await ScratchRepository.make(daemon, "a23");
  await kill(await create(repository.base, "first"));
  const at = (name: string): string => join(worktreesOf("a23"), name);
  const target = join(daemon.home, "a23-target");
  await put(at("full/theirs"), "theirs");
  await mkdir(at("empty"));
  await writeFile(at("file"), "a file");
  await mkdir(target);
  await symlink(target, at("link"));
  await symlink(join(daemon.home, "nowhere"), at("dangling"));
  for (const branch of ["full", "empty", "file", "link", "dangling"]) {
    const session = await create(repository.base, branch);
    expect(session.cwd).toBe(at(`${branch}-2`));
    expect(session.worktree?.branch).toBe(branch);
  }
  expect(await readdir(at("full"))).toEqual(["theirs"]);
  expect(await readdir(at("empty"))).toEqual([]);
  expect(await readFile(at("file"), "utf8")).toBe("a file");
  expect(await readdir(target)).toEqual([]);
});

test.each(["--force", "--detach", "-", "@{-1}", "origin/nope", ""])(
  "A25 %j as a base is refused and leaves nothing",
  async (base) => {
    const repository = await ScratchRepository.make(
      daemon,
      `a25-${Buffer.from(base).toString("hex")}`,
    );
    const before = await traces(repository);
    const refused = await refusal(create(repository.base, "s1", { base }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(await traces(repository)).toEqual(before);
  },
);

test("A25 a base in words is resolved once", async () => {
  const repository = await ScratchRepository.make(daemon, "a25-words");
  repository.git(repository.base, "commit", "-q", "--allow-empty", "-m", "c2");
  const session = await create(repository.base, "s1", { base: "main~1" });
  const parent = repository.git(repository.base, "rev-parse", "main~1");
  expect(session.worktree?.base_commit).toBe(parent);
  expect(repository.git(session.cwd, "rev-parse", "HEAD")).toBe(parent);
});

test("A27 a branch that is checked out elsewhere, also while it is rebased, is git's refusal", async () => {
  const repository = await ScratchRepository.make(daemon, "a27");
  const wt = join(daemon.home, "a27-wt");
  repository.git(repository.base, "worktree", "add", "-q", "-b", "s1", wt, "main");
  const existing = { create_branch: false };
  const before = await traces(repository);
  const held = await refusal(create(repository.base, "s1", existing));
  expect(held).toMatchObject({ status: 422, code: "worktree_failed", details: { holder: wt } });
  expect(held.message).toContain(wt);
  const main = await refusal(create(repository.base, "main", existing));
  expect(main.details).toEqual({ holder: repository.base });
  await put(join(wt, "b"), "1\n");
  repository.commit(wt, "w1");
  repository.git(wt, "-c", "sequence.editor=sed -i 1ibreak", "rebase", "-q", "-i", "HEAD~1");
  const rebased = await refusal(create(repository.base, "s1", existing));
  expect(rebased.details).toEqual({ holder: wt });
  expect(await traces(repository)).toEqual(before);
});

test("A37 a post-checkout hook that fails leaves a right tree, or nothing", async () => {
  const repository = await ScratchRepository.make(daemon, "a37");
  const hook = join(repository.base, ".git/hooks/post-checkout");
  await put(hook, "#!/bin/sh\necho boom >&2\nexit 3\n");
  await chmod(hook, 0o755);
  const session = await create(repository.base, "s1");
  expect(repository.git(session.cwd, "status", "--porcelain")).toBe("");
  await kill(session);
  await put(hook, "#!/bin/sh\necho spoilt >a.txt\nexit 3\n");
  const before = await traces(repository);
  const refused = await refusal(create(repository.base, "s2"));
  expect(refused.code).toBe("worktree_failed");
  expect(await traces(repository)).toEqual(before);
});

test("A47 an empty repository is refused in words, and leaves nothing", async () => {
  const repository = await ScratchRepository.make(daemon, "a47");
  const empty = join(daemon.home, "empty");
  repository.git(daemon.home, "init", "-q", "-b", "main", empty);
  const before = await traces(repository);
  const refused = await refusal(create(empty, "s1"));
  expect(refused.message).toContain("no commits yet");
  expect(await traces(repository)).toEqual(before);
});

test("A39 W7 24 creations at once beside a user's own, and a guard that is asked throughout", async () => {
  const repository = await ScratchRepository.make(daemon, "a39");
  const dirty = await create(repository.base, "dirty");
  await put(join(dirty.cwd, "work"), "w");
  const { base } = repository;
  const theirs: string[] = [];
  const still = { busy: true };
  const users = (async () => {
    // Like a person's own script: git alone, one after the other, tried again where git's own race hits.
    for (let number = 0; still.busy; number++) {
      const path = join(daemon.home, "theirs", String(number));
      const words = ["worktree", "add", "-q", "-b", `theirs-${number}`, path, "main"];
      await exec("git", ["-C", base, ...words], { env: daemon.env }).then(
        () => theirs.push(path),
        () => {},
      );
    }
  })();
  const refusals: string[] = [];
  const guards = (async () => {
    while (still.busy) refusals.push((await refusal(kill(dirty))).code);
  })();
  const distinct = Array.from({ length: 12 }, (_, at) => create(base, `own-${at}`));
  const same = Array.from({ length: 12 }, () => create(base, "wanted"));
  const made = await Promise.allSettled([...distinct, ...same]);
  still.busy = false;
  await Promise.all([users, guards]);
  const failures = made.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(made.slice(0, 12).map(({ status }) => status)).toEqual(Array(12).fill("fulfilled"));
  expect(failures).toHaveLength(11);
  expect(failures.map(({ code }: { code: string }) => code)).toEqual(
    Array(11).fill("worktree_failed"),
  );
  expect(new Set(refusals)).toEqual(new Set(["kill_guarded"]));
  expect(theirs.length).toBeGreaterThan(0);
  const sessions = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(repository.trees().sort()).toEqual(
    [dirty, ...sessions]
      .map(({ cwd }) => cwd)
      .concat(theirs)
      .sort(),
  );
  expect(
    repository
      .branches()
      .filter((name) => !name.startsWith("theirs-"))
      .sort(),
  ).toEqual(["main", ...[dirty, ...sessions].map(({ worktree }) => worktree?.branch ?? "")].sort());
});

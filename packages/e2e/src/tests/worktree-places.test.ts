import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { expect, onTestFinished, test } from "vitest";
import { canMount, canPin, run } from "../support/machine-abilities.ts";
import { refusal } from "../support/refusal.ts";
import { retainedEntry } from "../support/retained-entries.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { TestDaemon } from "../support/test-daemon.ts";
import { countsOf } from "../support/worktree-cases/surfaces.ts";

async function daemonFor(env: Record<string, string> = {}): Promise<TestDaemon> {
  const daemon = await TestDaemon.start(env);
  onTestFinished(() => daemon.destroy());
  return daemon;
}

const create = (daemon: TestDaemon, { base }: ScratchRepository): Promise<Session> =>
  daemon.create({
    command: "env; read -r l",
    worktree: { base_repo: base, branch: "s1", create_branch: true },
  });
const kill = (daemon: TestDaemon, { id }: Session, force: "true" | "false" = "false") =>
  daemon.api.killSession({ params: { id }, query: { force } });
const exit = async (daemon: TestDaemon, { id }: Session): Promise<Session> => {
  await daemon.api.sendInput({ params: { id }, body: { text: "", submit: true } });
  return daemon.until(id, ({ settled }) => settled === true);
};

test("A16 a directory that is away at a natural exit is kept and usable when it is back", async () => {
  const daemon = await daemonFor();
  const repository = await ScratchRepository.make(daemon);
  const session = await create(daemon, repository);
  await put(join(session.cwd, "work"), "w");
  await rename(session.cwd, `${session.cwd}.away`);
  const dead = await exit(daemon, session);
  expect(dead.blocked_work?.unknown).toContain("cannot inspect");
  const refused = await refusal(kill(daemon, session));
  expect(refused).toMatchObject({ code: "kill_guarded" });
  await daemon.crash();
  await daemon.up();
  await daemon.recovered();
  await daemon.api.listWorktrees();
  await rename(`${session.cwd}.away`, session.cwd);
  expect(repository.git(session.cwd, "status", "--porcelain")).toBe("?? work");
  expect(repository.trees()).toEqual([session.cwd]);
});

test("A18 A35 GIT_ variables and a lost .git inside the base repository hide nothing", async () => {
  const config = await mkdtemp(join(tmpdir(), "maestro-odd-"));
  onTestFinished(() => rm(config, { recursive: true, force: true }));
  await put(join(config, "maestro/config.toml"), 'worktrees_dir = ".worktrees"\n');
  const clean = join(config, "clean");
  run("git", "init", "-q", clean);
  const leak = { GIT_DIR: join(clean, ".git"), GIT_WORK_TREE: clean };
  const daemon = await daemonFor({ XDG_CONFIG_HOME: config, ...leak });
  const repository = await ScratchRepository.make(daemon);
  await put(join(repository.base, ".gitignore"), ".worktrees/\n");
  repository.commit(repository.base, "ignore");
  repository.git(repository.base, "push", "-q", "origin", "main");

  const session = await create(daemon, repository);
  expect(session.cwd.startsWith(join(repository.base, ".worktrees"))).toBe(true);
  expect(repository.trees()).toEqual([session.cwd]);
  const screen = await daemon.untilScreen(session.id, "MAESTRO_SESSION_ID");
  expect(screen).not.toMatch(/^GIT_/m);
  await put(join(session.cwd, "work"), "w");
  expect((await refusal(kill(daemon, session))).unsavedWork).toMatchObject({
    untracked: 1,
    unknown: null,
  });

  const dotGit = await readFile(join(session.cwd, ".git"), "utf8");
  await rm(join(session.cwd, ".git"));
  const refused = await refusal(kill(daemon, session));
  expect(refused.unsavedWork?.unknown).toContain("cannot inspect");
  const dead = await exit(daemon, session);
  expect(dead.blocked_work).toEqual(countsOf(refused.unsavedWork));
  const body = { path: session.cwd, force: true };
  expect((await refusal(daemon.api.reclaimWorktree({ body }))).code).toBe("worktree_guarded");
  expect(await readFile(join(session.cwd, "work"), "utf8")).toBe("w");
  await writeFile(join(session.cwd, ".git"), dotGit);
  expect((await daemon.api.reclaimWorktree({ body })).rescue_ref).not.toBeNull();
});

test("A44 W32 a removal that stops half way is recorded, and reclaim finishes it", async ({
  skip,
}) => {
  skip(!canPin(), "no file can be made undeletable here");
  const daemon = await daemonFor();
  const repository = await ScratchRepository.make(daemon);
  await put(join(repository.base, ".git/info/exclude"), "scratch/\n");
  const session = await create(daemon, repository);
  const pinned = join(session.cwd, "scratch/ro/f");
  await put(pinned, "x");
  run("chattr", "+i", pinned);
  onTestFinished(async () => {
    if (
      await access(pinned).then(
        () => true,
        () => false,
      )
    )
      run("chattr", "-i", pinned);
  });
  const dead = await exit(daemon, session);
  expect(dead).toMatchObject({ status: "dead", worktree: { path: session.cwd } });
  const entry = await retainedEntry(daemon, session.cwd);
  expect(entry).toMatchObject({ reason: "removal-failed" });
  expect(entry?.detail).toMatch(/no longer registered with git/);
  const body = { path: session.cwd };
  const refused = await refusal(daemon.api.reclaimWorktree({ body }));
  expect(refused).toMatchObject({ status: 422, code: "worktree_failed" });
  run("chattr", "-i", pinned);
  expect(await daemon.api.reclaimWorktree({ body })).toMatchObject({ rescue_ref: null });
  await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  expect((await daemon.api.getSession({ params: { id: session.id } })).worktree).toBeNull();
});

test("W35 A16 a tree on a disk that is away is forgotten by nobody", async ({ skip }) => {
  skip(!canMount(), "no disk can be mounted here");
  const daemon = await daemonFor();
  const repository = await ScratchRepository.make(daemon);
  const disk = join(daemon.home, "disk");
  const place = join(daemon.home, ".local/share/maestro/worktrees");
  await mkdir(disk);
  await mkdir(place, { recursive: true });
  run("mount", "-t", "tmpfs", "maestro-test", disk);
  onTestFinished(() => run("umount", "-l", disk));
  run("mount", "--bind", disk, place);
  onTestFinished(() => run("sh", "-c", `umount -l '${place}' 2>/dev/null || true`));
  const session = await create(daemon, repository);
  await put(join(session.cwd, "work"), "w");
  await exit(daemon, session);
  run("umount", "-l", place);

  await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  for (const restart of [false, true]) {
    if (restart) {
      await daemon.crash();
      await daemon.up();
      await daemon.recovered();
    }
    const row = (await daemon.api.listWorktrees()).find(({ path }) => path === session.cwd);
    expect(row).toMatchObject({ reason: "exited-with-unsaved-work", session_id: session.id });
    expect(row?.unsaved_work.unknown).toContain("cannot inspect");
  }
  expect((await refusal(kill(daemon, session))).code).toBe("kill_guarded");
  const body = { path: session.cwd, force: true };
  expect((await refusal(daemon.api.reclaimWorktree({ body }))).code).toBe("worktree_guarded");
  expect(repository.trees()).toEqual([session.cwd]);

  run("mount", "--bind", disk, place);
  const back = (await daemon.api.listWorktrees()).find(({ path }) => path === session.cwd);
  expect(back?.unsaved_work).toMatchObject({ untracked: 1, unknown: null });
  expect((await daemon.api.reclaimWorktree({ body })).rescue_ref).not.toBeNull();
});

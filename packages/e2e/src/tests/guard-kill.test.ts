import { access, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EventLog } from "../support/event-log.ts";
import { refusal } from "../support/refusal.ts";
import { leaveWork, put, ScratchRepository } from "../support/scratch-repository.ts";
import { stateFiles } from "../support/session-traces.ts";
import { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let repository: ScratchRepository;

beforeAll(async () => {
  daemon = await TestDaemon.start();
  repository = await ScratchRepository.make(daemon);
});
afterAll(() => daemon.destroy());

const kill = ({ id }: Session, force?: "true"): Promise<void> =>
  daemon.api.killSession({ params: { id }, query: force === undefined ? {} : { force } });
const inTree = (branch: string, command: Session["command"] = ["cat"]): Promise<Session> =>
  daemon.create({
    command,
    name: `for ${branch}`,
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });
const listed = async (path: string) =>
  (await daemon.api.listWorktrees()).find((worktree) => worktree.path === path);

test("unsaved work refuses the kill with counts and names, and the session goes on", async () => {
  const session = await inTree("guarded");
  await leaveWork(repository, session.cwd);
  const refused = await refusal(kill(session));
  expect(refused).toMatchObject({ status: 409, code: "kill_guarded" });
  expect(refused.unsavedWork).toMatchObject({
    uncommitted: 1,
    untracked: 1,
    unpushed: 1,
    in_progress: null,
    unknown: null,
    samples: {
      uncommitted: ["a.txt"],
      untracked: ["new.txt"],
      unpushed: [{ subject: "local work" }],
    },
  });
  expect(refused.message).toMatch(/1 changed file.*1 new file.*1 commit/);
  await daemon.api.sendInput({
    params: { id: session.id },
    body: { text: "still here", submit: true },
  });
  await daemon.untilScreen(session.id, /still here\n+still here/);
  expect(await stateFiles(daemon, "worktrees")).toEqual([]);
});

test("force ends the session, keeps the tree and its entry, also over a restart", async () => {
  const log = await EventLog.open(daemon);
  const session = await inTree("forced");
  await leaveWork(repository, session.cwd);
  await kill(session, "true");
  expect(await refusal(daemon.api.getSession({ params: { id: session.id } }))).toMatchObject({
    code: "not_found",
  });
  const retained = log.frames.findIndex(({ type }) => type === "worktree_retained");
  const removed = log.frames.findIndex(
    (event) => event.type === "session_removed" && event.id === session.id,
  );
  expect(retained).toBeGreaterThan(-1);
  expect(removed).toBeGreaterThan(retained);
  log.close();
  await daemon.crash();
  await daemon.up();
  expect(await listed(session.cwd)).toMatchObject({
    branch: "forced",
    base_repo: repository.base,
    session_id: session.id,
    session_name: "for forced",
    reason: "force-killed",
    unsaved_work: { uncommitted: 1, untracked: 1, unpushed: 1 },
  });
  await access(join(session.cwd, "new.txt"));
});

test("force overrides a refusal and nothing else: a clean tree goes as usual", async () => {
  const session = await inTree("forced-clean");
  await kill(session, "true");
  await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  expect(await listed(session.cwd)).toBeUndefined();
  expect(repository.branches()).toContain("forced-clean");
});

test("a natural exit removes a pristine tree; the branch stays and the session lets go", async () => {
  const session = await inTree("pristine", ["true"]);
  const settled = await daemon.until(session.id, (now) => now.settled === true);
  expect(settled).toMatchObject({ worktree: null, blocked_work: null, repo: session.repo });
  await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  expect(repository.branches()).toContain("pristine");
  await kill(session);
});

test("a natural exit keeps any other tree; dismissing the dead session meets the guard", async () => {
  const session = await inTree("worked", "echo mine >new.txt");
  const settled = await daemon.until(session.id, (now) => now.settled === true);
  expect(settled).toMatchObject({
    worktree: { path: session.cwd },
    blocked_work: { untracked: 1 },
  });
  expect(await listed(session.cwd)).toMatchObject({
    reason: "exited-with-unsaved-work",
    session_id: session.id,
  });
  expect(await refusal(kill(session))).toMatchObject({ code: "kill_guarded" });
  await kill(session, "true");
  expect(await listed(session.cwd)).toMatchObject({ reason: "force-killed" });
  await access(join(session.cwd, "new.txt"));
});

test("a dead session whose work was saved meanwhile is dismissed, and its entry goes", async () => {
  const session = await inTree("saved-later", "echo mine >new.txt");
  await daemon.until(session.id, (now) => now.settled === true);
  repository.commit(session.cwd, "saved");
  repository.git(session.cwd, "push", "-q", "origin", "saved-later");
  await kill(session);
  await expect(access(session.cwd)).rejects.toThrow("ENOENT");
  expect(await listed(session.cwd)).toBeUndefined();
});

test("where the entry cannot be written the session is not ended", async () => {
  const session = await inTree("unwritable");
  await put(join(session.cwd, "new.txt"), "new\n");
  const store = join(daemon.stateDir, "worktrees");
  await rename(store, `${store}.away`);
  await writeFile(store, "");
  expect(await refusal(kill(session, "true"))).toMatchObject({ status: 500, code: "io_failed" });
  await daemon.api.sendInput({ params: { id: session.id }, body: { text: "lives", submit: true } });
  await daemon.untilScreen(session.id, /lives\n+lives/);
  await rm(store);
  await rename(`${store}.away`, store);
  await kill(session, "true");
  expect(await listed(session.cwd)).toMatchObject({ reason: "force-killed" });
});

test("where the entry of a natural exit cannot be written, the next start settles it", async () => {
  const session = await inTree("settled-later", "read -r l; echo mine >new.txt");
  const store = join(daemon.stateDir, "worktrees");
  await rename(store, `${store}.away`);
  await writeFile(store, "");
  await daemon.api.sendInput({ params: { id: session.id }, body: { text: "", submit: true } });
  const dead = await daemon.until(session.id, ({ status }) => status === "dead");
  expect(dead).toMatchObject({ settled: false, worktree: { path: session.cwd } });
  await daemon.down();
  await rm(store);
  await rename(`${store}.away`, store);
  await daemon.up();
  await daemon.until(session.id, ({ settled }) => settled === true);
  expect(await listed(session.cwd)).toMatchObject({ reason: "exited-with-unsaved-work" });
});

test("work that appears between the two probes keeps the tree", async () => {
  // The command writes when it loses its terminal: after the guard has said "clear".
  const session = await inTree("between", "trap 'echo late >late.txt' EXIT; echo up; read l");
  await daemon.untilScreen(session.id, "up");
  await kill(session);
  await access(join(session.cwd, "late.txt"));
  expect(await listed(session.cwd)).toMatchObject({
    session_id: session.id,
    reason: "exited-with-unsaved-work",
    unsaved_work: { untracked: 1 },
  });
});

test("A46 a tree in which another session lives stays until that one is gone", async () => {
  const session = await inTree("shared");
  const below = join(session.cwd, "below");
  await put(join(below, "k"), "k");
  repository.commit(session.cwd, "below");
  repository.git(session.cwd, "push", "-q", "origin", "shared");
  const guest = await daemon.create({ command: ["cat"], cwd: below });
  await kill(session);
  await access(below);
  expect(await listed(session.cwd)).toMatchObject({ reason: "removal-failed" });
  await kill(guest);
});

test("A46 a process that lives in the tree of a session that exits keeps the tree", async () => {
  const guest = await daemon.create({ command: 'read -r d; cd "$d"; echo there; exec cat' });
  const session = await inTree("visited", "read -r l");
  await daemon.api.sendInput({
    params: { id: guest.id },
    body: { text: session.cwd, submit: true },
  });
  await daemon.untilScreen(guest.id, "there");
  await daemon.api.sendInput({ params: { id: session.id }, body: { text: "", submit: true } });
  const dead = await daemon.until(session.id, ({ settled }) => settled === true);
  expect(dead.worktree?.path).toBe(session.cwd);
  expect(await listed(session.cwd)).toMatchObject({ reason: "removal-failed" });
});

test("A16 a directory that is away when its session is killed is unknown, never removed", async () => {
  const session = await inTree("away");
  await put(join(session.cwd, "work.txt"), "w");
  await rename(session.cwd, `${session.cwd}.away`);
  const refused = await refusal(kill(session));
  expect(refused.code).toBe("kill_guarded");
  expect(refused.unsavedWork?.unknown).toContain("cannot inspect");
  await kill(session, "true");
  await rename(`${session.cwd}.away`, session.cwd);
  expect(repository.git(session.cwd, "status", "--porcelain")).toBe("?? work.txt");
});

test("the listing holds every tree: of live and dead sessions, and retained ones", async () => {
  const live = await inTree("listed-live");
  const dead = await inTree("listed-dead", "echo mine >new.txt");
  await daemon.until(dead.id, ({ settled }) => settled === true);
  const all = await daemon.api.listWorktrees();
  expect(all.find(({ path }) => path === live.cwd)).toMatchObject({
    session_id: live.id,
    reason: null,
    unsaved_work: { uncommitted: 0, untracked: 0, unpushed: 0, unknown: null },
  });
  expect(all.find(({ path }) => path === dead.cwd)).toMatchObject({
    session_id: dead.id,
    reason: "exited-with-unsaved-work",
  });
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  // git's registrations are the truth that the list has to match.
  expect(all.map(({ path }) => path).sort()).toEqual(repository.trees().sort());
});

import { beforeEach, expect, test } from "vitest";
import type { SessionId } from "../domain/session.ts";
import { resumeSession } from "./resume-session.ts";
import { endOf, inTree, TREE } from "./support/retained-tree.ts";
import { DIRTY } from "./support/fake-worktrees.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

let app: TestApp;
let id: SessionId;
beforeEach(async () => {
  app = testApp();
  id = await inTree(app);
});
const resume = () => resumeSession(app.context, id);
const tree = () => app.store.get(id)?.worktree?.path ?? null;

/** Settling removed the tree: its directory is gone, and comes back when it is made again. */
async function removed(): Promise<void> {
  await endOf(app, id);
  app.paths.missing.add(TREE);
  const create = app.worktrees.create.bind(app.worktrees);
  app.worktrees.create = async (wish) => {
    const creation = await create(wish);
    if (creation.kind === "created") app.paths.missing.delete(TREE);
    return creation;
  };
  const undo = app.worktrees.undo.bind(app.worktrees);
  app.worktrees.undo = async (creation) => {
    await undo(creation);
    app.paths.missing.add(TREE);
  };
  app.journal.clear();
}

test("a kept tree is taken back, and its entry leaves the store", async () => {
  app.worktrees.probes = [DIRTY];
  await endOf(app, id);
  expect(app.context.retained.get(TREE)).not.toBeNull();
  const { session, resumed } = await resume();
  expect(session).toMatchObject({ worktree: { path: TREE }, life: { phase: "running" } });
  expect(resumed).toBe("command");
  expect(app.context.retained.get(TREE)).toBeNull();
});

test("it runs though its entry cannot be removed: too much is remembered, not too little", async () => {
  app.worktrees.probes = [DIRTY];
  await endOf(app, id);
  app.retainedRecords.failure = new Error("read-only");
  expect((await resume()).session.life.phase).toBe("running");
  expect(app.context.retained.get(TREE)).not.toBeNull();
  expect(app.log.lines.at(-1)).toContain("read-only");
});

test("a tree that settling removed is made again from the branch; the record names it first", async () => {
  await removed();
  expect(tree()).toBeNull();
  const wishes: unknown[] = [];
  const create = app.worktrees.create.bind(app.worktrees);
  app.worktrees.create = (wish) => {
    const { planned: _planned, ...asked } = wish;
    wishes.push(asked);
    return create(wish);
  };
  const { session } = await resume();
  expect(wishes).toEqual([{ baseRepo: "/repo", branch: "topic", createBranch: false, base: null }]);
  expect(session).toMatchObject({ worktree: { path: TREE }, cwd: TREE, cwdDevice: 7 });
  expect(app.host.started.at(-1)?.cwd).toBe(TREE);
  expect(app.journal.of("disk", "worktree", "host: started")).toEqual([
    "disk: wrote session dead settled",
    `worktree: made ${TREE}`,
    "disk: wrote session dead settled",
    "host: started",
    "disk: wrote session running",
  ]);
});

test("W11 a tree that is made again is set up again", async () => {
  await removed();
  const setUps = {
    ...app.context.setUps,
    prepare: async () => ({ commands: ["npm ci"], warnings: ["no .env"] }),
  };
  await resumeSession({ ...app.context, setUps }, id);
  expect(app.host.started.at(-1)?.setUp).toEqual(["npm ci"]);
  expect(app.log.lines.some((line) => line.includes("no .env"))).toBe(true);
});

test("a branch that is checked out elsewhere refuses, and the session is as it was", async () => {
  await removed();
  const before = app.store.get(id);
  app.worktrees.create = async (wish) => {
    const worktree = { path: TREE, baseRepo: "/repo", branch: "topic", baseCommit: "1" };
    await wish.planned?.({ worktree, madeBranch: false });
    return { kind: "failed", message: "'topic' is checked out at '/x'", holder: "/x" };
  };
  await expect(resume()).rejects.toMatchObject({
    code: "worktree_failed",
    message: expect.stringContaining("checked out at '/x'"),
  });
  expect(app.store.get(id)).toEqual(before);
  expect(app.records.disk.get(id)?.worktree).toBeNull();
});

test("where the plan cannot be written nothing is made, and the refusal says so", async () => {
  await removed();
  app.records.failure = new Error("disk full");
  await expect(resume()).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(app.worktrees.trees.size).toBe(0);
  expect(tree()).toBeNull();
});

test("a terminal that does not start takes the tree with it", async () => {
  await removed();
  const before = app.store.get(id);
  app.host.startFailure = new Error("no more terminals");
  await expect(resume()).rejects.toThrow("no more terminals");
  expect(app.worktrees.trees.size).toBe(0);
  expect(app.store.get(id)?.worktree).toBeNull();
  expect(app.store.get(id)?.life).toEqual(before?.life);
  app.host.startFailure = null;
  expect((await resume()).session.worktree?.path).toBe(TREE);
});

test("a tree that cannot be taken back stays named by the session", async () => {
  await removed();
  app.host.startFailure = new Error("no more terminals");
  app.worktrees.undoFailure = new Error("git does not answer");
  await expect(resume()).rejects.toThrow("no more terminals");
  expect(app.worktrees.trees).toContain(TREE);
  expect(tree()).toBe(TREE);
});

test("A16 a directory on a disk that is away is no reason to make another one", async () => {
  await removed();
  app.paths.device = 8;
  await expect(resume()).rejects.toMatchObject({ code: "invalid_cwd" });
  expect(app.worktrees.trees.size).toBe(0);
});

test("after a crash that cut a remaking off, the next resume makes the tree", async () => {
  await removed();
  const worktree = { path: TREE, baseRepo: "/repo", branch: "topic", baseCommit: "1".repeat(40) };
  await app.store.turn(id, (turn) => turn.commit((now) => ({ ...now, worktree })));
  expect((await resume()).session.worktree?.path).toBe(TREE);
  expect(app.worktrees.trees).toContain(TREE);
});

import { beforeEach, expect, test } from "vitest";
import { createSession } from "./create-session.ts";
import { listWorktrees } from "./list-worktrees.ts";
import { deferred, settled } from "./support/deferred.ts";
import { CLEAR, DIRTY } from "./support/fake-worktrees.ts";
import { aRequest, aWish } from "./support/requests.ts";
import { deadHolder, leftTree, TREE } from "./support/retained-tree.ts";
import { TreeSizes } from "./tree-sizes.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

let app: TestApp;
beforeEach(() => {
  app = testApp();
});
const list = () => listWorktrees(app.context);
const create = (branch: string, name = branch) =>
  createSession(app.context, aRequest({ worktree: { ...aWish, branch }, name }));

test("W43 each tree is one row: a session's, a retained one's, and one that is both", async () => {
  const dead = await deadHolder(app);
  const live = await create("a-live");
  await createSession(app.context, aRequest());
  const rows = await list();
  expect(rows).toMatchObject([
    { tree: { path: "/trees/repo/a-live" }, sessionId: live.id, retained: null },
    {
      tree: { path: TREE, baseRepo: "/repo", branch: "topic" },
      sessionId: dead,
      sessionName: "mine",
      retained: { reason: "exited-with-unsaved-work" },
      unsavedWork: DIRTY,
      sizeBytes: 4096,
    },
  ]);
});

test("a retained tree is told with the session that left it", async () => {
  await leftTree(app);
  expect(await list()).toMatchObject([{ sessionName: "mine", retained: { path: TREE } }]);
});

test("each is looked at afresh, as many at once as are good for a disk", async () => {
  for (const branch of ["a", "b", "c", "d", "e", "f"]) await create(branch);
  app.journal.clear();
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  const listing = list();
  await settled();
  expect(app.journal.of("worktree: probed")).toHaveLength(4);
  gate.resolve();
  expect(await listing).toHaveLength(6);
  expect(app.journal.of("worktree: probed")).toHaveLength(6);
});

test("a size that takes its time holds nothing up", async () => {
  await leftTree(app);
  const measured = deferred();
  const disk = { of: () => measured.promise.then(() => 7) };
  const sizes = new TreeSizes(disk, app.clock);
  const context = { ...app.context, sizes };
  expect(await listWorktrees(context)).toMatchObject([{ unsavedWork: CLEAR, sizeBytes: null }]);
  measured.resolve();
  await settled();
  expect(await listWorktrees(context)).toMatchObject([{ sizeBytes: 7 }]);
});

test("W35 one that is gone for certain is forgotten, one whose disk is away is listed", async () => {
  await leftTree(app);
  app.paths.missing.add(TREE);
  app.paths.device = 8;
  expect(await list()).toHaveLength(1);
  app.paths.device = 7;
  expect(await list()).toEqual([]);
  expect(app.context.retained.get(TREE)).toBeNull();
});

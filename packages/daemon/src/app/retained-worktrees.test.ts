import { beforeEach, expect, test } from "vitest";
import { aSession, aWorktree, sessionId } from "../domain/support/a-session.ts";
import type { RetainedReason } from "../domain/retained-worktree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const PATH = aWorktree.path;

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

const retain = (reason: RetainedReason = "force-killed") =>
  app.context.retained.retain({
    tree: aWorktree,
    branch: "now",
    reason,
    detail: null,
    session: aSession({ metadata: { name: "mine" } }),
  });

test("a worktree is remembered on disk first, then in memory, then told", async () => {
  app.hub.listen(() => app.journal.note(`memory: ${app.context.retained.get(PATH) !== null}`));
  await retain();
  expect(app.journal.entries).toEqual([
    `disk: wrote entry ${PATH} force-killed`,
    `event: worktree_retained ${PATH}`,
    "memory: true",
  ]);
  expect(app.context.retained.get(PATH)).toEqual({
    path: PATH,
    baseRepo: "/repo",
    branch: "now",
    reason: "force-killed",
    retainedAt: app.clock.time,
    device: 7,
    baseCommit: aWorktree.baseCommit,
    sessionId: sessionId(1),
    sessionName: "mine",
    command: ["agent"],
    detail: null,
  });
});

test("an entry that cannot be written is not there, and nothing is told", async () => {
  app.retainedRecords.failure = new Error("disk full");
  await expect(retain()).rejects.toThrow("disk full");
  expect(app.context.retained.list()).toEqual([]);
  expect(app.events).toEqual([]);
});

test("there is one entry for each path, and the newest stands", async () => {
  await retain("exited-with-unsaved-work");
  await retain("force-killed");
  expect(app.context.retained.list()).toMatchObject([{ reason: "force-killed" }]);
  expect(app.retainedRecords.disk.size).toBe(1);
});

test("what is released is forgotten on disk, in memory and by everybody; twice is once", async () => {
  await retain();
  app.journal.clear();
  await app.context.retained.release(PATH);
  await app.context.retained.release(PATH);
  expect(app.journal.entries).toEqual([
    `disk: removed ${PATH}`,
    `event: worktree_released ${PATH}`,
  ]);
});

test("an entry that cannot be deleted stays", async () => {
  await retain();
  app.retainedRecords.failure = new Error("read-only");
  await expect(app.context.retained.release(PATH)).rejects.toThrow("read-only");
  expect(app.context.retained.get(PATH)).not.toBeNull();
});

test("what is on disk is known after a restart, reasons of tomorrow included", async () => {
  await retain("of-tomorrow");
  const next = testApp();
  for (const [key, entry] of app.retainedRecords.disk) next.retainedRecords.disk.set(key, entry);
  await next.context.retained.load();
  expect(next.context.retained.list()).toEqual(app.context.retained.list());
});

test("a tree that is gone for certain is forgotten, one whose disk is away is not", async () => {
  await retain();
  app.paths.missing.add(PATH);
  app.paths.device = 8;
  await app.context.retained.releaseGone();
  expect(app.context.retained.list()).toHaveLength(1);
  app.paths.device = 7;
  await app.context.retained.releaseGone();
  expect(app.context.retained.list()).toEqual([]);
});

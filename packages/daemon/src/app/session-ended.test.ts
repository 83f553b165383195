import { beforeEach, expect, test } from "vitest";
import type { Exit, SessionId } from "../domain/session.ts";
import { createSession } from "./create-session.ts";
import { sessionEnded } from "./session-ended.ts";
import { settleSession } from "./settle-session.ts";
import { settled } from "./support/deferred.ts";
import { FakePane } from "./support/fake-pane.ts";
import { FakeViewer } from "./support/fake-viewer.ts";
import { DIRTY } from "./support/fake-worktrees.ts";
import { aRequest, aWish } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const TREE = "/trees/repo/topic";
const EXIT: Exit = { code: 2, signal: null, at: 9 };

let app: TestApp;
let id: SessionId;
let pane: FakePane;
beforeEach(async () => {
  app = testApp();
  ({ id } = await createSession(app.context, aRequest({ worktree: aWish, name: "mine" })));
  pane = app.host.pane(id);
  app.journal.clear();
});

/** The command ends, and everything that follows from it is done. */
const end = () => sessionEnded(app.context, { id, pane, exit: EXIT });

test("dead is written and told, then the terminal is let go, then the tree settles", async () => {
  pane.print("bye");
  await end();
  expect(app.journal.entries).toEqual([
    "disk: wrote session dead unsettled",
    "event: session_updated dead unsettled mine",
    "pane: released",
    `host: cleared ${id}`,
    `worktree: probed ${TREE}`,
    `worktree: removal of ${TREE} removed`,
    "disk: wrote session dead settled",
    "event: session_updated dead settled mine",
  ]);
  expect(app.store.get(id)).toMatchObject({
    life: { phase: "dead", exit: EXIT, settled: true },
    worktree: null,
    repo: { root: "/repo", branch: "topic" },
    observed: { blockedWork: null, foreground: null },
  });
  expect(Buffer.from(app.finalScreens.kept.get(id)?.bytes ?? []).toString()).toBe("bye");
  expect(app.context.terminals.size).toBe(0);
});

test("a tree with unsaved work stays, is remembered, and the session keeps holding it", async () => {
  app.worktrees.probes = [DIRTY];
  await end();
  expect(app.store.get(id)).toMatchObject({
    life: { settled: true },
    worktree: { path: TREE },
    observed: { blockedWork: { uncommitted: 1 } },
  });
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "exited-with-unsaved-work" });
  expect(app.worktrees.trees).toContain(TREE);
});

test("an entry that cannot be written leaves the session unsettled, and its tree alone", async () => {
  app.worktrees.probes = [DIRTY];
  app.retainedRecords.failure = new Error("disk full");
  await end();
  expect(app.store.get(id)?.life).toMatchObject({ phase: "dead", settled: false });
  expect(app.worktrees.trees).toContain(TREE);
  expect(app.log.lines.join()).toContain("disk full");
  app.retainedRecords.failure = null;
  await settleSession(app.context, id);
  expect(app.store.get(id)?.life).toMatchObject({ settled: true });
});

test("a session settles once", async () => {
  await end();
  app.journal.clear();
  await settleSession(app.context, id);
  expect(app.journal.entries).toEqual([]);
});

test("a session that runs does not settle", async () => {
  await settleSession(app.context, id);
  expect(app.journal.entries).toEqual([]);
  expect(app.worktrees.trees).toContain(TREE);
});

test("the late end of another pane changes nothing", async () => {
  const earlier = new FakePane(1, { output() {}, refilled() {}, ended() {} }, app.journal);
  await sessionEnded(app.context, { id, pane: earlier, exit: EXIT });
  expect(app.store.get(id)?.life.phase).toBe("running");
  expect(app.journal.entries).toEqual([]);
  expect(pane.state).toBe("live");
});

test("an end that is heard of twice is one end", async () => {
  await Promise.all([end(), end()]);
  expect(app.journal.of("event:")).toHaveLength(2);
  expect(app.journal.of("worktree: removal")).toHaveLength(1);
});

test("a session whose end cannot be written is dead all the same, and its tree is dealt with", async () => {
  app.records.failure = new Error("disk full");
  await end();
  expect(app.store.get(id)?.life).toEqual({ phase: "dead", exit: EXIT, settled: true });
  expect(app.records.disk.get(id)?.life.phase).toBe("running");
  expect(app.log.lines.join()).toContain("disk full");
});

test("a terminal that cannot be cleared does not keep the tree from settling", async () => {
  pane.failing.add("release");
  await end();
  expect(app.store.get(id)?.life).toMatchObject({ settled: true });
  expect(app.log.lines.join()).toContain("cannot release");
});

test("a last screen that cannot be drawn or kept is a warning", async () => {
  app.models.of(id).snapshotFailure = new Error("the model was lost");
  app.finalScreens.failure = new Error("disk full");
  await end();
  expect(app.store.get(id)?.life.phase).toBe("dead");
  expect(app.log.lines.join()).toContain("warn a last screen was lost");
});

test("who is attached hears of the end behind the last byte, and stays", async () => {
  const viewer = new FakeViewer();
  app.context.terminals.get(id)?.attach(viewer, null).begin();
  await settled();
  pane.print("bye");
  await end();
  expect(viewer.got.slice(-2)).toEqual(["<bye>", "ended"]);
  expect(viewer.frames.at(-1)).toEqual({ type: "ended", exit: EXIT });
  expect(viewer.closedFor).toBeNull();
});

test("a session without a worktree settles by itself", async () => {
  const other = await createSession(app.context, aRequest());
  const otherPane = app.host.pane(other.id);
  app.journal.clear();
  await sessionEnded(app.context, { id: other.id, pane: otherPane, exit: null });
  expect(app.store.get(other.id)?.life).toEqual({ phase: "dead", exit: null, settled: true });
  expect(app.journal.of("worktree:")).toEqual([]);
});

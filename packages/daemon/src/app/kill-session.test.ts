import { beforeEach, expect, test } from "vitest";
import type { SessionId } from "../domain/session.ts";
import { unknownWork } from "../domain/unsaved-work.ts";
import { createSession } from "./create-session.ts";
import { killSession } from "./kill-session.ts";
import { settled } from "./support/deferred.ts";
import { FakeViewer } from "./support/fake-viewer.ts";
import { CLEAR, DIRTY } from "./support/fake-worktrees.ts";
import { aRequest, aWish } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const TREE = "/trees/repo/topic";

let app: TestApp;
let id: SessionId;
beforeEach(async () => {
  app = testApp();
  ({ id } = await createSession(app.context, aRequest({ worktree: aWish, name: "mine" })));
  app.journal.clear();
});
const kill = (force = false) => killSession(app.context, id, force);

test("a clear tree: intent, end, second look, removal, and the record last", async () => {
  await app.finalScreens.write(id, { cols: 1, rows: 1, bytes: Buffer.from("x") });
  await kill();
  expect(app.journal.entries).toEqual([
    `worktree: probed ${TREE}`,
    "disk: wrote session running ending",
    "event: session_updated running ending mine",
    "pane: killed",
    `host: cleared ${id}`,
    `worktree: probed ${TREE}`,
    `worktree: removal of ${TREE} removed`,
    `disk: removed ${id}`,
    `event: session_removed ${id}`,
  ]);
  expect(app.worktrees.trees.size).toBe(0);
  expect(app.finalScreens.kept.size).toBe(0);
  expect(app.context.terminals.size).toBe(0);
});

test("unsaved work refuses, says what it is, and nothing changes", async () => {
  const before = app.store.get(id);
  app.worktrees.probes = [DIRTY];
  await expect(kill()).rejects.toMatchObject({ code: "kill_guarded", unsavedWork: DIRTY });
  expect(app.store.get(id)).toBe(before);
  expect(app.journal.entries).toEqual([`worktree: probed ${TREE}`]);
  expect(app.host.pane(id).state).toBe("live");
  await app.context.terminals.get(id)?.type(Buffer.from("still here"));
  expect(app.host.pane(id).typed).toEqual(["still here"]);
});

test("what git cannot tell refuses like unsaved work", async () => {
  app.worktrees.probes = [unknownWork("git timed out")];
  await expect(kill()).rejects.toMatchObject({ code: "kill_guarded" });
  expect(app.worktrees.trees).toContain(TREE);
});

test.each([
  ["unsaved work", DIRTY, null],
  ["what git cannot tell", unknownWork("git timed out"), "git timed out"],
])(
  "force over %s writes the entry before anything else, and the tree stays",
  async (_name, work, detail) => {
    app.worktrees.probes = [work];
    await kill(true);
    expect(app.journal.entries).toEqual([
      `worktree: probed ${TREE}`,
      `disk: wrote entry ${TREE} force-killed`,
      `event: worktree_retained ${TREE}`,
      "disk: wrote session running ending",
      "event: session_updated running ending mine",
      "pane: killed",
      `host: cleared ${id}`,
      `disk: removed ${id}`,
      `event: session_removed ${id}`,
    ]);
    expect(app.worktrees.trees).toContain(TREE);
    expect(app.context.retained.get(TREE)).toMatchObject({
      reason: "force-killed",
      sessionId: id,
      sessionName: "mine",
      device: 7,
      detail,
    });
  },
);

test("where the entry cannot be written the session is not ended", async () => {
  const before = app.store.get(id);
  app.worktrees.probes = [DIRTY];
  app.retainedRecords.failure = new Error("disk full");
  await expect(kill(true)).rejects.toThrow("disk full");
  expect(app.store.get(id)).toBe(before);
  expect(app.host.pane(id).state).toBe("live");
  expect(app.context.retained.list()).toEqual([]);
});

test("where the intent cannot be written the session is not ended", async () => {
  app.records.failure = new Error("disk full");
  await expect(kill()).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(app.host.pane(id).state).toBe("live");
  expect(app.store.get(id)?.ending).toBeNull();
});

test("force over a clear tree removes it as usual", async () => {
  await kill(true);
  expect(app.worktrees.trees.size).toBe(0);
  expect(app.context.retained.list()).toEqual([]);
});

test("work that appears between the two looks keeps the tree, and it is remembered", async () => {
  app.worktrees.probes = [CLEAR, DIRTY];
  await kill();
  expect(app.worktrees.trees).toContain(TREE);
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "exited-with-unsaved-work" });
  expect(app.journal.of("worktree: removal")).toEqual([]);
  expect(app.store.list()).toEqual([]);
});

test.each([
  [{ kind: "refused", message: "locked" } as const, "removal-failed"],
  [{ kind: "has-submodules", message: "submodules" } as const, "has-submodules"],
])("a tree that git does not let go is remembered: %j", async (removal, reason) => {
  app.worktrees.removal = removal;
  await kill();
  expect(app.context.retained.get(TREE)).toMatchObject({ reason, detail: removal.message });
  expect(app.store.list()).toEqual([]);
});

test("a tree that another session works in stays", async () => {
  await createSession(app.context, aRequest({ cwd: `${TREE}/src` }));
  await kill();
  expect(app.worktrees.trees).toContain(TREE);
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "removal-failed" });
});

test("two kills at once: the second waits for the first and finds nothing", async () => {
  const [first, second] = await Promise.allSettled([kill(), kill(true)]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
  expect(app.journal.of("pane: killed", "event: session_removed")).toHaveLength(2);
});

test("a command that does not end: the kill fails, and the next one carries it through", async () => {
  app.host.pane(id).failing.add("kill");
  await expect(kill()).rejects.toThrow("cannot kill");
  expect(app.store.get(id)).toMatchObject({ ending: { keepWorktree: false } });
  expect(app.worktrees.trees).toContain(TREE);
  app.host.pane(id).failing.clear();
  await kill();
  expect(app.store.list()).toEqual([]);
  expect(app.worktrees.trees.size).toBe(0);
});

test("a record that cannot be deleted: the session stays listed until the next kill", async () => {
  app.worktrees.probes = [DIRTY];
  const remove = app.records.remove.bind(app.records);
  app.records.remove = () => Promise.reject(new Error("read-only"));
  await expect(kill(true)).rejects.toThrow("read-only");
  expect(app.store.get(id)?.ending).toEqual({ keepWorktree: true });
  app.records.remove = remove;
  await kill(true);
  expect(app.store.list()).toEqual([]);
  expect(app.worktrees.trees).toContain(TREE);
});

test("who is attached is let go", async () => {
  const viewer = new FakeViewer();
  app.context.terminals.get(id)?.attach(viewer, null).begin();
  await kill();
  expect(viewer.closedFor).toBe("removed");
});

test("a dead session with unsaved work meets the same guard when it is dismissed", async () => {
  app.worktrees.probes = [DIRTY];
  app.host.pane(id).end({ code: 0, signal: null, at: 1 });
  await settled();
  await app.store.idle();
  await expect(kill()).rejects.toMatchObject({ code: "kill_guarded" });
  await kill(true);
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "force-killed" });
  expect(app.worktrees.trees).toContain(TREE);
  expect(app.store.list()).toEqual([]);
});

test("the end of a command that is being killed is not told as an end of its own", async () => {
  const pane = app.host.pane(id);
  const killing = kill();
  pane.end(null);
  await killing;
  await settled();
  expect(app.journal.of("event: session_updated dead")).toEqual([]);
  expect(app.journal.entries.at(-1)).toBe(`event: session_removed ${id}`);
});

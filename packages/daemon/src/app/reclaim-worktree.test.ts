import { beforeEach, expect, test } from "vitest";
import { unknownWork } from "../domain/unsaved-work.ts";
import type { Removal } from "../ports/worktrees.ts";
import { createSession } from "./create-session.ts";
import { killSession } from "./kill-session.ts";
import { reclaimWorktree } from "./reclaim-worktree.ts";
import { deferred, settled } from "./support/deferred.ts";
import { CLEAR, DIRTY } from "./support/fake-worktrees.ts";
import { aRequest } from "./support/requests.ts";
import { deadHolder, inTree, leftTree, TREE } from "./support/retained-tree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const REF = "refs/maestro/rescue/topic/1";
const LOCKED: Removal = { kind: "refused", message: "it is locked: on usb" };

let app: TestApp;
beforeEach(() => {
  app = testApp();
});
const reclaim = (force = false, path = TREE) => reclaimWorktree(app.context, { path, force });

test("W37 only a path that stands in the store, compared exactly", async () => {
  await leftTree(app);
  for (const path of [`${TREE}/`, `${TREE}/../topic`, "/repo", "/trees/repo/other"]) {
    await expect(reclaim(true, path)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(app.journal.entries).toEqual([]);
});

test.each([false, true])(
  "a clear tree goes, then its entry; nothing is saved (force: %s)",
  async (force) => {
    await leftTree(app);
    expect(await reclaim(force)).toEqual({ rescueRef: null });
    expect(app.journal.entries).toEqual([
      `worktree: probed ${TREE}`,
      `worktree: removal of ${TREE} removed`,
      `disk: removed ${TREE}`,
      `event: worktree_released ${TREE}`,
    ]);
    await expect(reclaim(force)).rejects.toMatchObject({ code: "not_found" });
  },
);

test.each([
  ["unsaved work", DIRTY],
  ["what git cannot tell", unknownWork("git timed out")],
])("W37 %s refuses without force, with the breakdown, and nothing changes", async (_name, work) => {
  await leftTree(app);
  app.worktrees.probes = [work];
  await expect(reclaim()).rejects.toMatchObject({ code: "worktree_guarded", unsavedWork: work });
  expect(app.journal.entries).toEqual([`worktree: probed ${TREE}`]);
  expect(app.context.retained.get(TREE)).not.toBeNull();
});

test("W38 forced, the state is saved first, its repository remembered, and only then it goes", async () => {
  await leftTree(app);
  app.worktrees.probes = [DIRTY];
  expect(await reclaim(true)).toEqual({ rescueRef: REF });
  expect(app.journal.entries).toEqual([
    `worktree: probed ${TREE}`,
    "disk: wrote repo /repo",
    "rescue: save",
    "rescue: remove",
    `disk: removed ${TREE}`,
    `event: worktree_released ${TREE}`,
  ]);
});

test("W39 what cannot be saved whole is not reclaimed, and the refusal says what to move", async () => {
  await leftTree(app);
  app.worktrees.probes = [DIRTY];
  app.rescue.saving = { kind: "refused", message: "move tool/ away first" };
  await expect(reclaim(true)).rejects.toMatchObject({
    code: "worktree_guarded",
    message: "Not reclaimed: move tool/ away first",
    unsavedWork: DIRTY,
  });
  expect(app.journal.of("rescue: remove", "worktree: removal", "disk: removed")).toEqual([]);
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "force-killed" });
});

test("where the repository cannot be remembered nothing is saved and nothing goes", async () => {
  await leftTree(app);
  app.worktrees.probes = [DIRTY];
  app.context.repositories.add = () => Promise.reject(new Error("disk full"));
  await expect(reclaim(true)).rejects.toThrow("disk full");
  expect(app.journal.of("rescue")).toEqual([]);
});

test.each<[Removal, string]>([
  [LOCKED, "removal-failed"],
  [{ kind: "has-submodules", message: "submodules" }, "has-submodules"],
])(
  "a refused removal keeps the entry, with its words from then on: %j",
  async (removal, reason) => {
    await leftTree(app);
    app.clock.time += 1000;
    app.worktrees.removal = removal;
    const before = app.context.retained.get(TREE);
    const { message } = removal as { message: string };
    await expect(reclaim()).rejects.toMatchObject({
      code: "worktree_failed",
      message: `Not reclaimed: ${message}`,
      details: { path: TREE, reason: removal.kind },
    });
    expect(app.context.retained.get(TREE)).toEqual({ ...before, reason, detail: message });
    expect(app.retainedRecords.disk.get(TREE)).toMatchObject({ reason, detail: message });
  },
);

test("a saved tree that is refused stays with its entry, and the next try goes on", async () => {
  await leftTree(app);
  app.worktrees.probes = [DIRTY];
  app.rescue.removal = { kind: "refused", message: "it has changed since it was saved" };
  await expect(reclaim(true)).rejects.toMatchObject({ code: "worktree_failed" });
  expect(app.context.retained.get(TREE)?.detail).toBe("it has changed since it was saved");
  app.rescue.removal = { kind: "removed" };
  expect(await reclaim(true)).toEqual({ rescueRef: REF });
});

test("a refusal reaches the caller also where its words cannot be written down", async () => {
  await leftTree(app);
  app.worktrees.removal = LOCKED;
  app.retainedRecords.failure = new Error("disk full");
  await expect(reclaim()).rejects.toMatchObject({ code: "worktree_failed" });
  expect(app.context.retained.get(TREE)).toMatchObject({ reason: "force-killed", detail: null });
  expect(app.log.lines.at(-1)).toContain("disk full");
});

test("a dead session lets go before its tree goes", async () => {
  const id = await deadHolder(app);
  app.worktrees.probes = [CLEAR];
  await reclaim();
  expect(app.journal.entries).toEqual([
    `worktree: probed ${TREE}`,
    "disk: wrote session dead settled",
    "event: session_updated dead settled mine",
    `worktree: removal of ${TREE} removed`,
    `disk: removed ${TREE}`,
    `event: worktree_released ${TREE}`,
  ]);
  const session = app.store.get(id);
  expect(session).toMatchObject({ worktree: null, repo: { root: "/repo", branch: "topic" } });
  expect(session?.observed.blockedWork).toBeNull();
});

test("a dead session whose tree stays holds it as before", async () => {
  const id = await deadHolder(app);
  const before = app.store.get(id);
  app.worktrees.probes = [CLEAR];
  app.worktrees.removal = LOCKED;
  await expect(reclaim()).rejects.toMatchObject({ code: "worktree_failed" });
  expect(app.store.get(id)).toEqual(before);
  expect(app.records.disk.get(id)?.worktree?.path).toBe(TREE);
});

test("where a session's letting go cannot be written the tree stays", async () => {
  await deadHolder(app);
  app.worktrees.probes = [CLEAR];
  app.records.failure = new Error("disk full");
  await expect(reclaim()).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(app.worktrees.trees).toContain(TREE);
  expect(app.context.retained.get(TREE)).not.toBeNull();
});

test.each([TREE, `${TREE}/src`])("a tree in which a session runs is in use (%s)", async (cwd) => {
  await leftTree(app);
  const { id } = await createSession(app.context, aRequest({ cwd }));
  await expect(reclaim(true)).rejects.toMatchObject({
    code: "worktree_in_use",
    message: expect.stringContaining(id),
  });
  expect(app.worktrees.trees).toContain(TREE);
  await killSession(app.context, id, false);
  await reclaim(true);
  expect(app.worktrees.trees.size).toBe(0);
});

test("a tree beside one in which a session runs is not in use", async () => {
  await leftTree(app);
  await createSession(app.context, aRequest({ cwd: `${TREE}-2` }));
  await reclaim();
  expect(app.worktrees.trees.size).toBe(0);
});

test("a running session's own tree is in use, entry or not", async () => {
  const id = await inTree(app);
  await expect(reclaim(true)).rejects.toMatchObject({ code: "not_found" });
  const session = app.store.get(id);
  if (session?.worktree == null) throw new Error("it has no tree");
  const { worktree: tree } = session;
  await app.context.retained.retain({
    tree,
    branch: "topic",
    reason: "removal-failed",
    detail: null,
    session,
  });
  await expect(reclaim(true)).rejects.toMatchObject({ code: "worktree_in_use" });
});

test("two reclaims of one path: the second waits for the first and finds nothing", async () => {
  await leftTree(app);
  const [first, second] = await Promise.allSettled([reclaim(), reclaim(true)]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
  expect(app.journal.of("worktree: removal")).toHaveLength(1);
});

test("reclaims of different paths do not wait for each other", async () => {
  await leftTree(app);
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  const first = reclaim();
  await settled();
  await expect(reclaim(false, "/trees/other")).rejects.toMatchObject({ code: "not_found" });
  gate.resolve();
  await first;
});

test("a dismissal that is under way is waited for: what it removed is not found", async () => {
  const id = await deadHolder(app);
  app.worktrees.probes = [CLEAR];
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  const dismissing = killSession(app.context, id, false);
  const reclaiming = reclaim(true);
  gate.resolve();
  await dismissing;
  await expect(reclaiming).rejects.toMatchObject({ code: "not_found" });
  expect(app.journal.of("worktree: removal")).toHaveLength(1);
});

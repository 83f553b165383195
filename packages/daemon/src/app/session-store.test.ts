import { expect, test } from "vitest";
import { aSession, sessionId } from "../domain/support/a-session.ts";
import { nameOf, type Session } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import { deferred, settled } from "./support/deferred.ts";
import { testApp } from "./support/test-app.ts";

const ID = sessionId(1);
const renamed = (session: Session): Session => ({ ...session, metadata: { name: "new" } });

async function withSession() {
  const app = testApp();
  await app.store.add(aSession());
  app.journal.clear();
  app.events.length = 0;
  return app;
}

test("a change is on disk before it is in memory, and in memory before anyone hears of it", async () => {
  const { store, hub, records, journal } = await withSession();
  const gate = deferred();
  records.gate = gate.promise;
  hub.listen(() => {
    journal.note(`memory when heard: ${nameOf(store.get(ID) ?? aSession())}`);
    journal.note(`disk when heard: ${nameOf(records.disk.get(ID) ?? aSession())}`);
  });
  const change = store.turn(ID, (turn) => turn.commit(renamed));
  await settled();
  expect(store.get(ID)?.metadata["name"]).toBe("quiet-otter");
  expect(journal.entries).toEqual([]);
  gate.resolve();
  await change;
  expect(journal.entries).toEqual([
    "disk: wrote session running",
    "event: session_updated running new",
    "memory when heard: new",
    "disk when heard: new",
  ]);
});

test("a new session is on disk, then in memory, then announced; a removed one in the same order", async () => {
  const { store, hub, journal } = testApp();
  hub.listen(({ type }) => journal.note(`${type} heard, memory: ${store.get(ID) !== null}`));
  await store.add(aSession());
  await store.turn(ID, (turn) => turn.remove());
  expect(journal.entries).toEqual([
    "disk: wrote session running",
    "event: session_added running quiet-otter",
    "session_added heard, memory: true",
    `disk: removed ${ID}`,
    `event: session_removed ${ID}`,
    "session_removed heard, memory: false",
  ]);
});

test("a change that cannot be written changes nothing and says nothing", async () => {
  const { store, records, journal } = await withSession();
  const before = store.get(ID);
  records.failure = new Error("disk full");
  const change = store.turn(ID, (turn) => turn.commit(renamed));
  await expect(change).rejects.toMatchObject({ code: "sidecar_failed", message: "disk full" });
  expect(store.get(ID)).toBe(before);
  expect(journal.entries).toEqual([]);
});

test("a session that cannot be written is not added, and one that cannot be deleted stays", async () => {
  const { store, records, events } = await withSession();
  records.failure = new Error("read-only");
  const other = aSession({ id: sessionId(2) });
  await expect(store.add(other)).rejects.toMatchObject({ code: "sidecar_failed" });
  await expect(store.turn(ID, (turn) => turn.remove())).rejects.toThrow("read-only");
  expect(store.list().map(({ id }) => id)).toEqual([ID]);
  expect(events).toEqual([]);
});

test("what has happened stands although it cannot be written, and the log says so", async () => {
  const { store, records, journal, log } = await withSession();
  records.failure = new Error("disk full");
  await store.turn(ID, (turn) =>
    turn.commit(
      (now) => transition(now, { type: "ended", pane: "10/%0", exit: null }).session,
      "regardless",
    ),
  );
  expect(store.get(ID)?.life.phase).toBe("dead");
  expect(journal.entries).toEqual(["event: session_updated dead unsettled quiet-otter"]);
  expect(log.lines.join()).toContain("disk full");
});

test("a change that changes nothing is neither written nor told", async () => {
  const { store, journal } = await withSession();
  await store.turn(ID, (turn) => turn.commit((session) => session));
  expect(journal.entries).toEqual([]);
});

test("what is observed while a record is written is kept, and does not undo what was decided", async () => {
  const { store, records } = await withSession();
  const gate = deferred();
  records.gate = gate.promise;
  const cutOff = store.turn(ID, (turn) =>
    turn.commit((now) => transition(now, { type: "cut-off" }).session),
  );
  await settled();
  store.observe(ID, { lastFocusedAt: 77, activity: "awaiting_input", foreground: "vim" }, false);
  gate.resolve();
  await cutOff;
  expect(store.get(ID)).toMatchObject({
    life: { phase: "dormant" },
    observed: { lastFocusedAt: 77, activity: "idle", foreground: null },
  });
});

test("a change that touches nothing observed keeps everything that was observed meanwhile", async () => {
  const { store, records } = await withSession();
  const gate = deferred();
  records.gate = gate.promise;
  const change = store.turn(ID, (turn) => turn.commit(renamed));
  await settled();
  store.observe(ID, { activity: "error", activityDetail: "tests" }, true);
  gate.resolve();
  await change;
  expect(store.get(ID)?.observed).toMatchObject({ activity: "error", activityDetail: "tests" });
  expect(store.get(ID)?.metadata["name"]).toBe("new");
});

test("an observation is told only where it is asked for and something differs, and is not written", async () => {
  const { store, journal } = await withSession();
  store.observe(ID, { activity: "active" }, true);
  store.observe(ID, { lastActivityAt: 5 }, false);
  expect(journal.entries).toEqual([]);
  store.observe(ID, { activity: "idle" }, true);
  expect(journal.entries).toEqual(["event: session_updated running quiet-otter"]);
  store.observe(sessionId(9), { activity: "idle" }, true);
  expect(store.get(sessionId(9))).toBeNull();
});

test("turns of one session wait for each other, those of another do not", async () => {
  const { store } = await withSession();
  const other = sessionId(2);
  await store.add(aSession({ id: other }));
  const gate = deferred();
  const order: string[] = [];
  const slow = store.turn(ID, async (turn) => {
    await gate.promise;
    await turn.commit(renamed);
    order.push("first");
  });
  const next = store.turn(
    ID,
    async (turn) => void order.push(`then ${turn.current()?.metadata["name"] as string}`),
  );
  await store.turn(other, async () => void order.push("the other"));
  expect(order).toEqual(["the other"]);
  gate.resolve();
  await Promise.all([slow, next]);
  expect(order).toEqual(["the other", "first", "then new"]);
});

test("a change of a session that is gone is a bug, and not a new session", async () => {
  const { store } = testApp();
  await expect(store.turn(ID, (turn) => turn.commit(renamed))).rejects.toThrow("gone");
  expect(store.list()).toEqual([]);
});

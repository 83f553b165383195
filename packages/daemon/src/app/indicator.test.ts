import { beforeEach, expect, test } from "vitest";
import type { SessionId } from "../domain/session.ts";
import { unknownWork } from "../domain/unsaved-work.ts";
import { createSession } from "./create-session.ts";
import { Indicator } from "./indicator.ts";
import { resumeSession } from "./resume-session.ts";
import { deferred, settled } from "./support/deferred.ts";
import { CLEAR, DIRTY } from "./support/fake-worktrees.ts";
import { aRequest, aWish } from "./support/requests.ts";
import { endOf, inTree } from "./support/retained-tree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let app: TestApp;
let indicator: Indicator;
let cpu: Map<SessionId, number>;
beforeEach(() => {
  app = testApp();
  indicator = new Indicator(app.context);
  cpu = new Map();
});

const probes = () => app.journal.of("worktree: probed").length;
const tell = () => app.journal.of("event: session_updated").length;
/** Time passes, then comes a tick. */
const tickIn = async (ms: number): Promise<void> => {
  app.clock.time += ms;
  indicator.tick(cpu);
  await settled();
};
/** A session whose tree was looked at once. */
const looked = async (): Promise<SessionId> => {
  const id = await inTree(app);
  await tickIn(0);
  app.journal.clear();
  return id;
};

test("W42 the first tick looks; what it finds is told, with its counts", async () => {
  const id = await inTree(app);
  app.worktrees.probes = [DIRTY];
  app.journal.clear();
  await tickIn(0);
  expect(probes()).toBe(1);
  expect(app.store.get(id)?.observed.blockedWork).toEqual({
    uncommitted: 1,
    untracked: 0,
    unpushed: 0,
    inProgress: null,
    unknown: null,
  });
  expect(tell()).toBe(1);
});

test("W42 while something is printed a tree is looked at every 15 s, and no more often", async () => {
  const id = await looked();
  for (let tick = 0; tick < 30; tick++) {
    app.store.observe(id, { lastActivityAt: app.clock.time + 1 }, false);
    await tickIn(2 * SECOND);
  }
  // A minute of ticks 2 s apart: at 16, 32 and 48 s.
  expect(probes()).toBe(3);
});

test("W42 CPU time is something that happens too, and so is its fall", async () => {
  const id = await looked();
  cpu.set(id, 70);
  await tickIn(15 * SECOND);
  expect(probes()).toBe(1);
  cpu.set(id, 10);
  await tickIn(15 * SECOND);
  expect(probes()).toBe(2);
  await tickIn(15 * SECOND);
  expect(probes()).toBe(2);
});

test("what happened right after a look is not missed", async () => {
  const id = await looked();
  app.store.observe(id, { lastActivityAt: app.clock.time + 1 }, false);
  await tickIn(14 * SECOND);
  expect(probes()).toBe(0);
  await tickIn(SECOND);
  expect(probes()).toBe(1);
});

test("W42 where nothing happens five minutes pass between two looks", async () => {
  await looked();
  await tickIn(5 * MINUTE - 1);
  expect(probes()).toBe(0);
  await tickIn(1);
  expect(probes()).toBe(1);
  await tickIn(SECOND);
  expect(probes()).toBe(1);
});

test("W42 who attaches is shown the truth soon", async () => {
  const id = await looked();
  app.worktrees.probes = [DIRTY];
  indicator.look(id);
  await settled();
  expect(app.store.get(id)?.observed.blockedWork?.uncommitted).toBe(1);
});

test("nothing is told while nothing changes, and an end of what blocked is told", async () => {
  const id = await looked();
  const look = async (): Promise<void> => {
    indicator.look(id);
    await settled();
  };
  await look();
  expect(tell()).toBe(0);
  app.worktrees.probes = [DIRTY];
  await look();
  await look();
  expect(tell()).toBe(1);
  app.worktrees.probes = [CLEAR];
  await look();
  expect(tell()).toBe(2);
  expect(app.store.get(id)?.observed.blockedWork).toBeNull();
});

test("W13 what git cannot tell blocks a kill, and is shown", async () => {
  const id = await looked();
  app.worktrees.probes = [unknownWork("git timed out")];
  indicator.look(id);
  await settled();
  expect(app.store.get(id)?.observed.blockedWork?.unknown).toBe("git timed out");
});

test("a look that fails keeps what was known, and the next one is made", async () => {
  const id = await looked();
  app.worktrees.probes = [DIRTY];
  indicator.look(id);
  await settled();
  app.worktrees.probeGate = Promise.reject(new Error("no more processes"));
  indicator.look(id);
  await settled();
  expect(app.store.get(id)?.observed.blockedWork?.uncommitted).toBe(1);
  expect(app.log.lines.at(-1)).toContain("no more processes");
  app.worktrees.probeGate = null;
  app.worktrees.probes = [CLEAR];
  indicator.look(id);
  await settled();
  expect(app.store.get(id)?.observed.blockedWork).toBeNull();
});

test("never two looks at one tree: whoever asks meanwhile is not queued", async () => {
  const id = await looked();
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  indicator.look(id);
  indicator.look(id);
  await tickIn(10 * MINUTE);
  indicator.look(id);
  expect(probes()).toBe(1);
  gate.resolve();
  await settled();
  expect(probes()).toBe(1);
});

test("W42 two trees at a time, the others after them, each once", async () => {
  for (let tree = 0; tree < 5; tree++) {
    await createSession(
      app.context,
      aRequest({ worktree: { ...aWish, branch: `b${tree}` }, name: `n${tree}` }),
    );
  }
  app.journal.clear();
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  await tickIn(0);
  expect(probes()).toBe(2);
  gate.resolve();
  await settled();
  const all = app.journal.of("worktree: probed");
  expect(new Set(all).size).toBe(5);
  expect(all).toHaveLength(5);
});

test("a session without a tree, and one that ended, cost nothing", async () => {
  await createSession(app.context, aRequest());
  const id = await inTree(app);
  app.worktrees.probes = [DIRTY];
  await endOf(app, id);
  app.journal.clear();
  await tickIn(10 * MINUTE);
  expect(probes()).toBe(0);
});

test("an answer about a tree that is gone by then is not believed", async () => {
  const id = await looked();
  const gate = deferred();
  app.worktrees.probeGate = gate.promise;
  app.worktrees.probes = [DIRTY];
  indicator.look(id);
  await app.store.turn(id, (turn) => turn.commit((now) => ({ ...now, worktree: null })));
  gate.resolve();
  await settled();
  expect(app.store.get(id)?.observed.blockedWork).toBeNull();
});

test("one that is started again is looked at on the first tick, as any new one", async () => {
  const id = await looked();
  app.worktrees.probes = [DIRTY];
  await endOf(app, id);
  await tickIn(0);
  await resumeSession(app.context, id);
  app.journal.clear();
  await tickIn(0);
  expect(probes()).toBe(1);
});

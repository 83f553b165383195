import { beforeEach, expect, test } from "vitest";
import { aSession, aWorktree, sessionId } from "../domain/support/a-session.ts";
import { reclaimWorktree } from "./reclaim-worktree.ts";
import { Adoptions } from "./recover.ts";
import { resumeSession } from "./resume-session.ts";
import { deferred, settled } from "./support/deferred.ts";
import { alive, EarlierRun, EXIT } from "./support/earlier-run.ts";

const ID = sessionId(1);
const DEAD = { phase: "dead", exit: EXIT, settled: true } as const;

let run: EarlierRun;
beforeEach(() => {
  run = new EarlierRun();
});

test("a terminal that is being started while others are looked for is not taken for a lost one", async () => {
  const gate = deferred();
  const creation = run.app.store.turn(ID, async () => {
    run.app.host.remains.set(ID, alive);
    await gate.promise;
    await run.app.store.add(aSession());
  });
  const recovery = run.start();
  await settled();
  gate.resolve();
  await Promise.all([creation, recovery]);
  expect(run.app.journal.of("host: looked")).toEqual([]);
  expect(run.app.store.get(ID)).toMatchObject({ cwd: "/work", life: { pane: "10/%0" } });
});

test("a command that ends while it is looked for is dead, not running for ever", async () => {
  run.left();
  run.app.host.remains.set(ID, (listener, pane) => {
    const found = pane();
    listener.ended(EXIT);
    return alive(listener, () => found);
  });
  await run.start();
  await settled();
  expect(run.app.store.get(ID)?.life).toEqual({ phase: "dead", exit: EXIT, settled: true });
});

test("one session that fails stops no other", async () => {
  run.left();
  const other = run.left({ id: sessionId(2) });
  run.app.host.remains.set(ID, () => {
    throw new Error("strange");
  });
  run.app.host.remains.set(other, alive);
  await run.start();
  expect(run.phase(other)).toBe("running");
  expect(run.phase(ID)).toBe("running");
  expect(run.app.log.lines.join()).toContain("strange");
  expect(run.announced()).toHaveLength(2);
});

test("terminals that cannot be listed keep no recorded session from being found", async () => {
  run.left();
  run.app.host.remains.set(ID, alive);
  run.app.host.listFailure = new Error("EACCES");
  await run.start();
  expect(run.phase(ID)).toBe("running");
  expect(run.app.context.terminals.has(ID)).toBe(true);
});

test("a record that cannot be written makes no session of this start vanish", async () => {
  run.left();
  const other = run.left({ id: sessionId(2) });
  run.app.host.remains.set(ID, alive);
  run.app.records.failure = new Error("disk full");
  await run.start();
  expect(run.phase(ID)).toBe("running");
  expect(run.phase(other)).toBe("dormant");
  expect(run.app.store.get(ID)?.life).toMatchObject({ pane: run.app.host.pane(ID).identity });
});

test("a call for a session waits for that session alone, also before the list is known", async () => {
  const slow = run.left();
  const quick = run.left({ id: sessionId(2) });
  const gate = deferred();
  run.app.host.remains.set(slow, alive);
  run.app.host.remains.set(quick, alive);
  const find = run.app.host.find.bind(run.app.host);
  run.app.host.find = async (id, generation, listener) => {
    if (id === slow) await gate.promise;
    return find(id, generation, listener);
  };
  const adoptions = new Adoptions();
  let isSlowThere = false;
  const waiting = adoptions.wait(slow).then(() => {
    isSlowThere = true;
  });
  const quickThere = adoptions.wait(quick);
  await settled();
  expect(isSlowThere).toBe(false);
  const recovery = run.start(adoptions);
  await quickThere;
  expect(run.app.context.terminals.has(quick)).toBe(true);
  await adoptions.wait(sessionId(7));
  expect(isSlowThere).toBe(false);
  gate.resolve();
  await Promise.all([recovery, waiting]);
  expect(run.app.context.terminals.has(slow)).toBe(true);
});

test("two hundred sessions are found, a few at a time", async () => {
  let atOnce = 0;
  let most = 0;
  for (let number = 1; number <= 200; number++) {
    run.app.host.remains.set(run.left({ id: sessionId(number) }), alive);
  }
  const find = run.app.host.find.bind(run.app.host);
  run.app.host.find = async (id, generation, listener) => {
    most = Math.max(most, ++atOnce);
    await settled();
    atOnce--;
    return find(id, generation, listener);
  };
  await run.start();
  expect(run.app.store.list().filter(({ life }) => life.phase === "running")).toHaveLength(200);
  expect(most).toBeLessThanOrEqual(8);
});

test("a dormant session whose tree was reclaimed stays, and its tree is made again when it is resumed", async () => {
  const { app } = run;
  run.left({ worktree: aWorktree, cwd: aWorktree.path, repo: { root: "/repo", branch: "topic" } });
  app.worktrees.trees.add(aWorktree.path);
  await app.context.retained.retain({
    tree: aWorktree,
    branch: "topic",
    reason: "force-killed",
    detail: null,
    session: null,
  });
  await run.start();
  expect(run.phase(ID)).toBe("dormant");
  await reclaimWorktree(app.context, { path: aWorktree.path, force: true });
  app.paths.missing.add(aWorktree.path);
  await run.start();
  expect(app.store.get(ID)).toMatchObject({ life: { phase: "dormant" }, worktree: null });
  const { session } = await resumeSession(app.context, ID);
  expect(session).toMatchObject({ worktree: { branch: "topic" }, treeRemoved: false });
});

test("a session that never had a tree is given none in place of a directory that is gone", async () => {
  const { app } = run;
  run.left({ cwd: "/repo/sub", repo: { root: "/repo", branch: "main" }, life: DEAD });
  app.paths.missing.add("/repo/sub");
  await run.start();
  await expect(resumeSession(app.context, ID)).rejects.toMatchObject({ code: "invalid_cwd" });
  expect(app.worktrees.trees.size).toBe(0);
});

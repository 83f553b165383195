import { beforeEach, expect, test } from "vitest";
import { aWorktree } from "../domain/support/a-session.ts";
import type { SessionId } from "../domain/session.ts";
import { unknownWork } from "../domain/unsaved-work.ts";
import { EarlierRun } from "./support/earlier-run.ts";
import { CLEAR } from "./support/fake-worktrees.ts";

const { path } = aWorktree;

let run: EarlierRun;
let id: SessionId;
beforeEach(() => {
  run = new EarlierRun();
  id = run.left({
    worktree: aWorktree,
    cwd: path,
    life: { phase: "dead", exit: null, settled: true },
  });
  run.app.paths.missing.add(path);
  run.app.worktrees.probes = [unknownWork("it does not exist")];
});
const tree = () => run.app.store.get(id)?.worktree ?? null;

test("a crash that cut a remaking off leaves no session that holds what is not there", async () => {
  await run.start();
  expect(tree()).toBeNull();
  expect(run.app.records.disk.get(id)?.worktree).toBeNull();
});

test("A16 a tree on a disk that is away is held on to", async () => {
  run.app.paths.device = 8;
  await run.start();
  expect(tree()).toEqual(aWorktree);
});

test("a tree that git moved, and so is found, is held on to", async () => {
  run.app.worktrees.probes = [CLEAR];
  await run.start();
  expect(tree()).toEqual(aWorktree);
});

test("a tree that an entry names is held on to", async () => {
  await run.app.context.retained.retain({
    tree: aWorktree,
    branch: "topic",
    reason: "force-killed",
    detail: null,
    session: null,
  });
  await run.start();
  expect(tree()).toEqual(aWorktree);
});

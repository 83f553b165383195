import { beforeEach, expect, test } from "vitest";
import type { SessionId } from "../domain/session.ts";
import type { Removal } from "../ports/worktrees.ts";
import { reclaimWorktree } from "./reclaim-worktree.ts";
import { retryOccupied } from "./retry-occupied.ts";
import { CLEAR, DIRTY } from "./support/fake-worktrees.ts";
import { endOf, inTree, leftTree, TREE } from "./support/retained-tree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const OCCUPIED: Removal = { kind: "refused", message: "in use: process 7 (sh) works in /trees" };

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

/** A session whose tree could not go at its end, for the reason that `removal` gives. */
async function stayed(removal = OCCUPIED): Promise<SessionId> {
  const id = await inTree(app);
  app.worktrees.removal = removal;
  await endOf(app, id);
  app.worktrees.removal = { kind: "removed" };
  app.journal.clear();
  return id;
}

test("W29 a tree that somebody was in goes when he has left; its dead session lets go", async () => {
  const id = await stayed();
  app.processes.inhabitant = "process 7 (sh) works in /trees";
  await retryOccupied(app.context);
  expect(app.journal.entries).toEqual([]);
  app.processes.inhabitant = null;
  await retryOccupied(app.context);
  expect(app.context.retained.get(TREE)).toBeNull();
  expect(app.store.get(id)?.worktree).toBeNull();
});

test("W29 work that came meanwhile keeps it", async () => {
  await stayed();
  app.worktrees.probes = [DIRTY];
  await retryOccupied(app.context);
  expect(app.context.retained.get(TREE)).not.toBeNull();
  app.worktrees.probes = [CLEAR];
  await retryOccupied(app.context);
  expect(app.context.retained.get(TREE)).toBeNull();
});

test("W29 a tree that stayed for another reason is left for a person to reclaim", async () => {
  await stayed({ kind: "refused", message: "it is locked: on usb" });
  await retryOccupied(app.context);
  expect(app.journal.entries).toEqual([]);
});

test("W29 a person who reclaims it at the same moment finds it gone, and it is removed once", async () => {
  await leftTree(app);
  await app.context.retained.explain(TREE, { reason: "removal-failed", detail: "in use: sh" });
  const asked = reclaimWorktree(app.context, { path: TREE, force: false });
  const [reclaimed] = await Promise.allSettled([asked, retryOccupied(app.context)]);
  expect(reclaimed.status).toBe("fulfilled");
  expect(app.journal.of("worktree: removal")).toHaveLength(1);
});

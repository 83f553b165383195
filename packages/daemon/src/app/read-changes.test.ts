import { beforeEach, expect, test } from "vitest";
import type { Worktree } from "../domain/session.ts";
import type { ChangesPage } from "../ports/changes.ts";
import { readChanges, readTreeChanges } from "./read-changes.ts";
import { createSession } from "./create-session.ts";
import { aRequest } from "./support/requests.ts";
import { inTree, leftTree, TREE } from "./support/retained-tree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const PAGE: ChangesPage = {
  base: "1".repeat(40),
  totals: { files: 0, additions: 0, deletions: 0 },
  files: [],
  commits: [],
  next: null,
};

let app: TestApp;
const asked: (readonly [Worktree, string | null])[] = [];
beforeEach(() => {
  app = testApp();
  asked.length = 0;
});
const withChanges = (page: ChangesPage | null) => ({
  ...app.context,
  changes: {
    page: async (tree: Worktree, after: string | null) => {
      asked.push([tree, after]);
      return page;
    },
  },
});

test("a session's tree, and by its path any that is listed, is compared with its base", async () => {
  const id = await inTree(app);
  const session = app.store.get(id);
  if (session === null) throw new Error("it is not there");
  expect(await readChanges(withChanges(PAGE), session, "a.txt")).toBe(PAGE);
  expect(await readTreeChanges(withChanges(PAGE), TREE, null)).toBe(PAGE);
  expect(asked).toEqual([
    [session.worktree, "a.txt"],
    [session.worktree, null],
  ]);
});

test("a tree that was left is read by what the store remembers", async () => {
  await leftTree(app);
  expect(await readTreeChanges(withChanges(PAGE), TREE, "b")).toBe(PAGE);
  expect(asked).toMatchObject([[{ path: TREE, baseCommit: "1".repeat(40) }, "b"]]);
});

test("what is no tree of ours is not read, and what git cannot tell is said", async () => {
  for (const path of ["/repo", `${TREE}/`, "/etc"]) {
    await expect(readTreeChanges(withChanges(PAGE), path, null)).rejects.toMatchObject({
      code: "not_found",
    });
  }
  const plain = await createSession(app.context, aRequest());
  await expect(readChanges(withChanges(PAGE), plain, null)).rejects.toMatchObject({
    code: "worktree_failed",
  });
  expect(asked).toEqual([]);
  await leftTree(app);
  await expect(readTreeChanges(withChanges(null), TREE, null)).rejects.toMatchObject({
    code: "worktree_failed",
  });
});

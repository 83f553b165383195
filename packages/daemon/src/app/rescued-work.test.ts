import { beforeEach, expect, test } from "vitest";
import type { RescuedWork } from "../ports/rescue.ts";
import { forgetRescued, listRescued, restoreRescued } from "./rescued-work.ts";
import { inTree, leftTree } from "./support/retained-tree.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const REF = "refs/maestro/rescue/topic/1";
const BASE = "2".repeat(40);

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

const saved = (baseRepo: string, savedAt: number): RescuedWork => ({
  ref: `${REF}${savedAt}`,
  baseRepo,
  branch: "topic",
  head: "3".repeat(40),
  savedAt,
  files: 1,
});
const restored = (path: string, branch: string | null) => {
  app.rescue.restoring = { kind: "restored", path, branch, baseCommit: BASE };
};

test("saved states of every known repository are listed once, newest first", async () => {
  await app.context.repositories.add("/gone");
  await app.context.repositories.add("/repo");
  await leftTree(app);
  await inTree(app);
  app.rescue.states.set("/repo", [saved("/repo", 2), saved("/repo", 9)]);
  app.rescue.states.set("/elsewhere", [saved("/elsewhere", 5)]);
  await app.context.repositories.add("/elsewhere");
  expect((await listRescued(app.context)).map(({ savedAt }) => savedAt)).toEqual([9, 5, 2]);
});

test("the repository of a retained tree, or of a session, is known without having been noted", async () => {
  app.rescue.states.set("/repo", [saved("/repo", 1)]);
  expect(await listRescued(app.context)).toEqual([]);
  await leftTree(app);
  expect(await listRescued(app.context)).toHaveLength(1);
  const other = testApp();
  other.rescue.states.set("/repo", [saved("/repo", 1)]);
  await inTree(other);
  expect(await listRescued(other.context)).toHaveLength(1);
});

test.each(["topic", null])(
  "a restored tree is remembered, and so is where it came from (branch %s)",
  async (branch) => {
    restored("/repo/tree", branch);
    expect(await restoreRescued(app.context, "/repo/sub", REF)).toEqual({
      path: "/repo/tree",
      branch,
    });
    expect(app.context.retained.get("/repo/tree")).toMatchObject({
      baseRepo: "/repo",
      branch,
      baseCommit: BASE,
      reason: "restored",
      detail: REF,
      sessionId: null,
      sessionName: null,
    });
    expect(app.context.repositories.list()).toEqual(["/repo"]);
  },
);

test("a restored tree is answered though it cannot be remembered", async () => {
  restored("/repo/tree", "topic");
  app.retainedRecords.failure = new Error("disk full");
  expect(await restoreRescued(app.context, "/repo", REF)).toMatchObject({ path: "/repo/tree" });
  expect(app.log.lines.at(-1)).toContain("disk full");
});

test("what cannot be restored is refused, and nothing is remembered", async () => {
  await expect(restoreRescued(app.context, "/repo", REF)).rejects.toMatchObject({
    code: "not_found",
  });
  app.rescue.restoring = { kind: "failed", message: "no space left" };
  await expect(restoreRescued(app.context, "/repo", REF)).rejects.toMatchObject({
    code: "worktree_failed",
    message: "no space left",
  });
  expect(app.context.retained.list()).toEqual([]);
});

test("forgetting drops the very ref, and one that is not there is not found", async () => {
  app.rescue.forgetting = "forgotten";
  await forgetRescued(app.context, "/repo", REF);
  expect(app.journal.of("rescue")).toEqual([`rescue: forget ${REF} of /repo`]);
  app.rescue.forgetting = "missing";
  await expect(forgetRescued(app.context, "/repo", REF)).rejects.toMatchObject({
    code: "not_found",
  });
});

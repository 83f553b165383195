import { beforeEach, expect, test } from "vitest";
import { planWorktree } from "./plan-worktree.ts";
import { aWish } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

test("the plan is git's, and nothing comes of it", async () => {
  const plan = await planWorktree(app.context, aWish);
  expect(plan.worktree).toMatchObject({ baseRepo: "/repo", branch: aWish.branch });
  expect(plan.runs).toEqual(["npm ci"]);
  expect(app.journal.of("worktree")).toEqual([]);
});

test("why there is no plan is said as a creation would say it", async () => {
  const message = "git's words";
  for (const [kind, code] of [
    ["invalid-branch", "invalid_branch"],
    ["failed", "worktree_failed"],
  ] as const) {
    app.worktrees.planning = { kind, message };
    await expect(planWorktree(app.context, aWish)).rejects.toMatchObject({ code, message });
  }
  const relative = planWorktree(app.context, { ...aWish, baseRepo: "repo" });
  await expect(relative).rejects.toMatchObject({ code: "invalid_cwd" });
});

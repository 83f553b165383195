import type { ChangedFile } from "@maestro/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { runCli } from "../support/run-cli.ts";

let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = await FakeDaemon.start();
});
afterEach(() => daemon.stop());

const run = (words: string[]) => runCli(words, { stateDir: daemon.stateDir });

describe("changes", () => {
  const session = aSession({
    worktree: { path: "/w", base_repo: "/r", branch: "b", base_commit: "c" },
  });
  const file = (path: string, over: Partial<ChangedFile> = {}): ChangedFile => ({
    path,
    old_path: null,
    kind: "modified",
    committed: false,
    staged: false,
    unstaged: true,
    untracked: false,
    additions: 1,
    deletions: 1,
    diff: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`,
    omitted: null,
    ...over,
  });
  const page = (files: ChangedFile[], next: string | null) => ({
    base: "0123456789abcdef",
    totals: { files: 3, additions: 2, deletions: 2 },
    files,
    next,
  });
  const calls = () => daemon.calls.filter(({ url }) => url.includes("/changes"));
  beforeEach(() => {
    daemon.sessions = [session];
    const whole = `GET /api/sessions/${session.id}/changes`;
    const image = { diff: null, omitted: "binary", additions: null, deletions: null } as const;
    daemon.answers.set(whole, [200, page([file("a.txt")], "a.txt")]);
    daemon.answers.set(`${whole}?after=a.txt`, [
      200,
      page([file("b.txt"), file("c.png", image)], null),
    ]);
  });

  test("follows the pages to the end", async () => {
    const { code, stdout } = await run(["changes", "quiet-otter"]);
    expect(code).toBe(0);
    expect(stdout).toBe(`3 files against 0123456789ab  +2 -2

a.txt  +1 -1  changed, not staged
@@ -1 +1 @@
-old
+new

b.txt  +1 -1  changed, not staged
@@ -1 +1 @@
-old
+new

c.png  changed, not staged
  Binary file, not shown.
`);
    expect(calls().map(({ url }) => url.split("?")[1])).toEqual([undefined, "after=a.txt"]);
  });

  test("--stat prints the counts alone, --json all pages as one", async () => {
    const { stdout } = await run(["changes", "quiet-otter", "--stat"]);
    expect(stdout).toBe(`3 files against 0123456789ab  +2 -2
changed      +1  -1  a.txt  not staged
changed      +1  -1  b.txt  not staged
changed  binary      c.png  not staged
`);
    const json = JSON.parse((await run(["changes", "quiet-otter", "--json"])).stdout);
    expect(json).toMatchObject({ next: null, totals: { files: 3 } });
    expect(json.files.map(({ path }: ChangedFile) => path)).toEqual(["a.txt", "b.txt", "c.png"]);
  });

  test("a path is that of a worktree, whoever held it", async () => {
    daemon.answers.set("GET /api/worktrees/changes", [200, page([file("a.txt")], null)]);
    const { stdout } = await run(["changes", "/w/left behind/", "--stat"]);
    expect(stdout).toContain("a.txt");
    expect(calls().at(-1)?.url).toBe("/api/worktrees/changes?path=%2Fw%2Fleft+behind");
  });

  test("a session without a worktree is the daemon's to refuse", async () => {
    const error = { code: "worktree_failed", message: "It has no worktree." };
    daemon.answers.set(`GET /api/sessions/${session.id}/changes`, [422, error]);
    expect(await run(["changes", "quiet-otter"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "maestro: It has no worktree.\n",
    });
  });
});

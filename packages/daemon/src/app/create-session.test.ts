import { beforeEach, expect, test } from "vitest";
import { createSession } from "./create-session.ts";
import type { CreateRequest } from "./operations.ts";
import { deferred, settled } from "./support/deferred.ts";
import { aRequest, aWish } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const TREE = "/trees/repo/topic";

let app: TestApp;
beforeEach(() => {
  app = testApp();
});
const create = (different: Partial<CreateRequest> = {}) =>
  createSession(app.context, aRequest(different));

/** The journal without ids that no test chose. */
const anonymous = () => app.journal.entries.map((entry) => entry.replace(/[\da-f-]{36}/, "ID"));

/** Nothing is left of a creation: no tree, no pane, no record, nothing on the stream. */
function expectNothingLeft(): void {
  expect([...app.worktrees.trees]).toEqual([]);
  expect(app.host.panes.size).toBe(0);
  expect(app.context.terminals.size).toBe(0);
  expect(app.records.disk.size).toBe(0);
  expect(app.store.list()).toEqual([]);
  expect(app.events).toEqual([]);
  expect(app.history.entries).toEqual([]);
  expect(app.models.opened.every(({ model }) => model.isClosed)).toBe(true);
}

test("intention, worktree, terminal, record, event, history: in this order", async () => {
  const session = await create({ worktree: aWish, name: "mine" });
  expect(app.journal.entries).toEqual([
    "disk: wrote session dormant ending",
    `worktree: made ${TREE}`,
    "host: started",
    "disk: wrote session running",
    "event: session_added running mine",
  ]);
  expect(app.history.entries).toEqual([
    {
      directory: "/repo/sub",
      repo: "/repo",
      command: ["agent"],
      name: "mine",
      branch: "topic",
      at: app.clock.time,
    },
  ]);
  expect(session).toMatchObject({
    cwd: TREE,
    worktree: { path: TREE, baseRepo: "/repo", branch: "topic" },
    repo: { root: "/repo", branch: "topic" },
    life: { phase: "running", pane: app.host.pane(session.id).identity },
    metadata: { name: "mine", name_source: "user" },
  });
});

test("the command gets the request's environment and maestro's own, and its own directory", async () => {
  const { id } = await create({ command: "make && ls", env: { A: "1", MAESTRO_TICKET: "pose" } });
  expect(app.host.started).toEqual([
    expect.objectContaining({
      cwd: "/repo/sub",
      argv: ["/bin/sh", "-c", "make && ls"],
      env: {
        PATH: "/bin",
        A: "1",
        MAESTRO_SESSION_ID: id,
        MAESTRO_URL: "http://127.0.0.1:1",
        MAESTRO_TICKET: `ticket of ${id}`,
      },
    }),
  ]);
});

test("without a name it gets one that no present session has, and a person may replace", async () => {
  const names = new Set<unknown>();
  for (let at = 0; at < 20; at++) {
    const { metadata } = await create({ name: " \u0000 " });
    expect(metadata["name_source"]).toBe("generated");
    names.add(metadata["name"]);
  }
  expect(names.size).toBe(20);
});

test("a name in the metadata counts, and its source is not the client's to say", async () => {
  const { metadata } = await create({ metadata: { name: "  mine ", name_source: "auto", k: 1 } });
  expect(metadata).toEqual({ name: "mine", name_source: "user", k: 1 });
});

test.each<[string, Partial<CreateRequest>, string]>([
  ["a relative directory", { cwd: "repo" }, "invalid_cwd"],
  ["a directory with NUL", { cwd: "/a\0b" }, "invalid_cwd"],
  ["a directory that is none", { cwd: "/missing" }, "invalid_cwd"],
  ["a variable without a name", { env: { "": "x" } }, "invalid_env"],
  ["a command with NUL", { command: "a\0b" }, "invalid_request"],
  ["an argument with NUL", { command: ["a", "b\0"] }, "invalid_request"],
  ["a program without a name", { command: ["", "a"] }, "invalid_request"],
])("%s is refused before anything is touched", async (_name, different, code) => {
  app.paths.missing.add("/missing");
  await expect(create({ worktree: aWish, ...different })).rejects.toMatchObject({ code });
  expect(app.journal.entries).toEqual([]);
  expectNothingLeft();
});

test.each([
  [{ kind: "invalid-branch", message: "bad name" } as const, { code: "invalid_branch" }],
  [
    { kind: "failed", message: "in use", holder: "/other" } as const,
    { code: "worktree_failed", details: { holder: "/other" } },
  ],
])("a worktree that cannot be made starts nothing: %j", async (creation, error) => {
  app.worktrees.creation = creation;
  await expect(create({ worktree: aWish })).rejects.toMatchObject(error);
  expect(app.host.started).toEqual([]);
  expectNothingLeft();
});

test("a command without a tree that cannot be started leaves no record", async () => {
  app.host.startFailure = new Error("tmux is away");
  await expect(create()).rejects.toThrow("tmux is away");
  expect(anonymous()).toEqual(["disk: wrote session dormant ending", "disk: removed ID"]);
  expectNothingLeft();
});

test("a command that cannot be started: its worktree is taken back", async () => {
  app.host.startFailure = new Error("tmux is away");
  await expect(create({ worktree: aWish })).rejects.toThrow("tmux is away");
  expect(anonymous()).toEqual([
    "disk: wrote session dormant ending",
    `worktree: made ${TREE}`,
    `worktree: undid ${TREE}`,
    "disk: removed ID",
  ]);
  expectNothingLeft();
});

test("a command without a tree of its own is written down too before it is started", async () => {
  const { id } = await create({ name: "mine" });
  expect(app.journal.entries).toEqual([
    "disk: wrote session dormant ending",
    "host: started",
    "disk: wrote session running",
    "event: session_added running mine",
  ]);
  expect(app.store.get(id)?.repo).toEqual({ root: "/repo", branch: "main" });
});

test("a repository that cannot be told starts nothing and leaves no intention", async () => {
  app.worktrees.locateFailure = new Error("git is away");
  await expect(create()).rejects.toThrow("git is away");
  expect(app.host.started).toEqual([]);
  expectNothingLeft();
});

test.each([aWish, null])("an intention that cannot be written makes nothing", async (worktree) => {
  app.records.failure = new Error("disk full");
  await expect(create({ worktree })).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(app.journal.entries).toEqual([]);
  expectNothingLeft();
});

/** The disk is full from the moment at which the command runs. */
function fillDiskOnStart(): void {
  app.host.onStart = () => {
    app.records.write = () => Promise.reject(new Error("disk full"));
  };
}

test("a record that cannot be written: the command is ended, then its worktree taken back", async () => {
  fillDiskOnStart();
  await expect(create({ worktree: aWish })).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(anonymous()).toEqual([
    "disk: wrote session dormant ending",
    `worktree: made ${TREE}`,
    "host: started",
    "pane: killed",
    "host: cleared ID",
    `worktree: undid ${TREE}`,
    "disk: removed ID",
  ]);
  expectNothingLeft();
});

test("a step back that fails leaves the first error to be told, and the others are taken", async () => {
  fillDiskOnStart();
  const onStart = app.host.onStart;
  app.host.onStart = async (pane, id) => {
    await onStart(pane, id);
    pane.failing.add("kill");
  };
  await expect(create({ worktree: aWish })).rejects.toMatchObject({ code: "sidecar_failed" });
  expect(app.journal.of("host: cleared", "worktree: undid")).toHaveLength(2);
  expect(app.log.lines.join()).toContain("cannot kill");
});

test("a worktree that cannot be taken back stays known by its record", async () => {
  app.host.startFailure = new Error("tmux is away");
  app.worktrees.undoFailure = new Error("git is away");
  await expect(create({ worktree: aWish })).rejects.toThrow("tmux is away");
  expect([...app.records.disk.values()]).toMatchObject([
    { worktree: { path: TREE }, ending: { undo: { madeBranch: true } } },
  ]);
  expect(app.store.list()).toEqual([]);
});

test("a history that cannot be written is a warning", async () => {
  app.history.failure = new Error("disk full");
  const { id } = await create();
  expect(app.store.get(id)?.life.phase).toBe("running");
  expect(app.log.lines.join()).toContain("warn the spawn history could not be written");
});

test("a command that ends before its start is through is added first and dead then", async () => {
  app.host.onStart = (pane) => pane.end({ code: 1, signal: null, at: 5 });
  const { id } = await create();
  await settled();
  expect(app.journal.of("event:")[0]).toMatch(/^event: session_added running/);
  expect(app.store.get(id)?.life).toMatchObject({ phase: "dead", exit: { code: 1 } });
});

test("a command that ends while its record is written is added first and dead then", async () => {
  const gate = deferred();
  app.host.onStart = () => {
    app.records.gate = gate.promise;
  };
  const creating = create();
  await settled();
  const [id] = app.host.panes.keys();
  expect(id).toBeDefined();
  for (const pane of app.host.panes.values()) pane.end({ code: 0, signal: null, at: 5 });
  await settled();
  gate.resolve();
  await creating;
  await settled();
  expect(app.journal.of("event:").map((entry) => entry.split(" ").slice(0, 3).join(" "))).toEqual([
    "event: session_added running",
    "event: session_updated dead",
    "event: session_updated dead",
  ]);
});

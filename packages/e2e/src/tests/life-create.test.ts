import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EventLog } from "../support/event-log.ts";
import { refusal } from "../support/refusal.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { liveTmuxSessions, processesOf, stateFiles } from "../support/session-traces.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let repository: ScratchRepository;

beforeAll(async () => {
  daemon = await TestDaemon.start({ MAESTRO_LEAK: "1", TMUX: "/tmp/x,1,0", GIT_DIR: "/nowhere" });
  repository = await ScratchRepository.make(daemon);
});
afterAll(() => daemon.destroy());

test("a session is answered, listed and shown as one and the same record", async () => {
  const created = await daemon.create({
    command: "echo hello; exec cat",
    env: { SECRET: "s3cret" },
    name: "first",
    metadata: { mine: { deep: [1] } },
  });
  expect(created).toMatchObject({
    cwd: daemon.home,
    command: "echo hello; exec cat",
    env_names: ["SECRET"],
    metadata: { name: "first", name_source: "user", mine: { deep: [1] } },
    worktree: null,
    repo: null,
    status: "running",
    exit: null,
    settled: null,
  });
  const identity = ({ id, created_at, metadata }: typeof created) => ({ id, created_at, metadata });
  const listed = (await daemon.api.listSessions()).find(({ id }) => id === created.id);
  const shown = await daemon.api.getSession({ params: { id: created.id } });
  expect(listed && identity(listed)).toEqual(identity(created));
  expect(identity(shown)).toEqual(identity(created));
  expect(JSON.stringify([listed, shown, created])).not.toContain("s3cret");
  await daemon.untilScreen(created.id, "hello");
});

test("B13 the command gets the asked environment and maestro's own, and no way to our tmux", async () => {
  const file = join(daemon.home, "env.txt");
  const { id } = await daemon.create({
    command: ["sh", "-c", `env -0 >${file}.part; mv ${file}.part ${file}`],
    env: { ODD: "a;b\n'c'\"$d", MAESTRO_SESSION_ID: "another", TERM: "dumb" },
  });
  const text = await eventually(() => readFile(file, "utf8"));
  const env = new Map(text.split("\0").map((line) => line.split(/=(.*)/s) as [string, string]));
  expect(env.get("ODD")).toBe("a;b\n'c'\"$d");
  expect(env.get("TERM")).toBe("dumb");
  expect(env.get("MAESTRO_SESSION_ID")).toBe(id);
  expect(env.get("MAESTRO_URL")).toBe(daemon.url);
  expect(env.get("MAESTRO_TICKET")).toMatch(/^.{20,}$/);
  for (const name of ["TMUX", "TMUX_PANE", "GIT_DIR", "MAESTRO_LEAK", "MAESTRO_STATE_DIR"]) {
    expect([...env.keys()]).not.toContain(name);
  }
});

test("a worktree session stands in its own tree of the main checkout", async () => {
  const session = await daemon.create({
    command: ["cat"],
    worktree: { base_repo: repository.base, branch: "feature-1", create_branch: true },
  });
  expect(session.worktree).toMatchObject({ base_repo: repository.base, branch: "feature-1" });
  expect(session.cwd).toBe(session.worktree?.path);
  expect(session.repo).toEqual({ root: repository.base, branch: "feature-1" });
  expect(repository.trees()).toContain(session.cwd);
});

test("twenty sessions made at once all live, each with a generated name of its own", async () => {
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => daemon.create({ command: "printf ready; exec cat" })),
  );
  const names = sessions.map(({ metadata }) => metadata["name"]);
  expect(new Set(names).size).toBe(20);
  for (const { id, metadata } of sessions) {
    expect(metadata).toMatchObject({ name_source: "generated" });
    expect(metadata["name"]).toMatch(/^[a-z]+-[a-z]+$/);
    await daemon.untilScreen(id, "ready");
  }
  await Promise.all(
    sessions.map(({ id }) => daemon.api.killSession({ params: { id }, query: {} })),
  );
});

const isSettled = (session: Session, id: string): boolean =>
  session.id === id && session.settled === true;

test("B17 commands that end at once end once, with their code or signal and last output", async () => {
  const log = await EventLog.open(daemon);
  const end = async (command: string | string[]) => {
    const { id } = await daemon.create({ command });
    const ended = await daemon.until(id, ({ settled }) => settled === true);
    await log.until((event) => "session" in event && isSettled(event.session, id));
    const states = log
      .about(id)
      .flatMap((event) => ("session" in event ? [`${event.session.settled}`] : []));
    // Dead once and settled once; a look at the sessions may come in between.
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
      "null",
      "false",
      "true",
    ]);
    return { id, status: ended.status, exit: ended.exit };
  };
  const seven = await end("echo last words; exit 7");
  expect(seven).toMatchObject({ status: "dead", exit: { code: 7, signal: null } });
  await daemon.untilScreen(seven.id, "last words");
  expect((await end("kill -9 $$")).exit).toMatchObject({ code: null, signal: "SIGKILL" });
  expect((await end(["/no/such/program"])).exit).toMatchObject({ code: 127, signal: null });
  expect((await end(["false"])).exit).toMatchObject({ code: 1, signal: null });
  const many = await Promise.all(Array.from({ length: 20 }, () => end(["true"])));
  for (const { exit } of many) expect(exit).toMatchObject({ code: 0, signal: null });
  log.close();
});

test("a refused creation says why and leaves nothing: no tree, no tmux, no record", async () => {
  const before = { trees: repository.trees(), branches: repository.branches() };
  const sessions = (await daemon.api.listSessions()).length;
  const records = (await stateFiles(daemon, "sessions")).length;
  const terminals = (await stateFiles(daemon, "tmux")).length;
  const worktree = { base_repo: repository.base, branch: "refused", create_branch: true };
  const attempts = [
    [{ cwd: join(daemon.home, "nowhere") }, "invalid_cwd"],
    [{ cwd: "relative" }, "invalid_cwd"],
    [{ cwd: repository.base + "/a.txt" }, "invalid_cwd"],
    [{ env: { "": "x" } }, "invalid_env"],
    [{ env: { "A=B": "x" } }, "invalid_env"],
    [{ env: { A: "nul\0" }, worktree }, "invalid_env"],
    [{ worktree: { ...worktree, branch: "-d" } }, "invalid_branch"],
    [{ worktree: { ...worktree, branch: "HEAD" } }, "invalid_branch"],
    [{ worktree: { ...worktree, branch: "a..b" } }, "invalid_branch"],
    [{ worktree: { ...worktree, branch: "main" } }, "worktree_failed"],
    [{ worktree: { ...worktree, create_branch: false } }, "worktree_failed"],
    [{ worktree: { ...worktree, base: "no-such-ref" } }, "worktree_failed"],
    [{ worktree: { ...worktree, base_repo: daemon.home } }, "worktree_failed"],
    [{ command: ["a\0b"] }, "invalid_request"],
  ] as const;
  for (const [request, code] of attempts) {
    const { message, ...refused } = await refusal(
      daemon.create({ command: ["cat"], ...(request as object) }),
    );
    expect(refused, JSON.stringify(request)).toMatchObject({ code });
    expect(message).not.toBe("");
  }
  expect({ trees: repository.trees(), branches: repository.branches() }).toEqual(before);
  expect(await daemon.api.listSessions()).toHaveLength(sessions);
  expect(await stateFiles(daemon, "sessions")).toHaveLength(records);
  expect(await stateFiles(daemon, "tmux")).toHaveLength(terminals);
});

test("A22 a branch that clashes with another's namespace leaves nothing and can be had later", async () => {
  repository.git(repository.base, "branch", "taken");
  const make = () =>
    daemon.create({
      command: ["cat"],
      worktree: { base_repo: repository.base, branch: "taken/inner", create_branch: true },
    });
  const before = { trees: repository.trees(), branches: repository.branches() };
  const refused = await refusal(make());
  expect(refused).toMatchObject({ status: 422, code: "worktree_failed" });
  expect(refused.message).toContain("taken");
  expect({ trees: repository.trees(), branches: repository.branches() }).toEqual(before);
  repository.git(repository.base, "branch", "-D", "taken");
  expect((await make()).worktree?.branch).toBe("taken/inner");
});

test("a terminal that cannot be started takes its worktree and branch with it", async () => {
  const before = { trees: repository.trees(), branches: repository.branches() };
  const records = await stateFiles(daemon, "sessions");
  // The kernel takes no environment entry over 128 KiB, so tmux itself cannot be executed.
  const refused = await refusal(
    daemon.create({
      command: ["cat"],
      env: { HUGE: "x".repeat(200_000) },
      worktree: { base_repo: repository.base, branch: "too-much", create_branch: true },
    }),
  );
  expect(refused.code).toBe("tmux_failed");
  expect({ trees: repository.trees(), branches: repository.branches() }).toEqual(before);
  expect(await stateFiles(daemon, "sessions")).toEqual(records);
});

test("a record that cannot be written takes terminal and worktree with it", async () => {
  const small = await TestDaemon.start();
  try {
    const shop = await ScratchRepository.make(small);
    const sessions = join(small.stateDir, "sessions");
    await rename(sessions, `${sessions}.away`);
    await writeFile(sessions, "");
    const refused = await refusal(
      small.create({
        command: ["cat"],
        worktree: { base_repo: shop.base, branch: "unwritten", create_branch: true },
      }),
    );
    expect(refused.code).toBe("sidecar_failed");
    expect(shop.trees()).toEqual([]);
    expect(shop.branches()).toEqual(["main"]);
    expect(await liveTmuxSessions(small)).toEqual([]);
    expect(await processesOf(small, `${small.home}/`)).toEqual([]);
    expect(await small.api.listSessions()).toEqual([]);
  } finally {
    await small.destroy();
  }
});

test("B11 the user's tmux.conf is never read", async () => {
  const conf = [
    "set -g destroy-unattached on",
    "set -g base-index 1",
    `set-hook -g session-created "run-shell 'touch ${daemon.home}/hooked'"`,
    "",
  ].join("\n");
  await put(join(daemon.home, ".tmux.conf"), conf);
  await put(join(daemon.home, ".config/tmux/tmux.conf"), conf);
  const before = await daemon.create({ command: "printf ready; exec cat" });
  await daemon.untilScreen(before.id, "ready");
  await daemon.crash();
  await daemon.up();
  await daemon.recovered();
  const after = await daemon.create({ command: "printf ready; exec cat" });
  await daemon.untilScreen(after.id, "ready");
  await daemon.api.sendInput({
    params: { id: before.id },
    body: { text: "typed", submit: true },
  });
  await daemon.untilScreen(before.id, /typed\n+typed/);
  await expect(readFile(join(daemon.home, "hooked"))).rejects.toThrow("ENOENT");
});

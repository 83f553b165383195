import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Session, sessionName } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EventLog } from "../support/event-log.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { liveTmuxSessions, tmux } from "../support/session-traces.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;

beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.destroy());

const type = ({ id }: Session, text: string): Promise<unknown> =>
  daemon.api.sendInput({ params: { id }, body: { text, submit: true } });
const lasting = ({ id, cwd, command, metadata, worktree, repo, created_at }: Session) => ({
  id,
  cwd,
  command,
  metadata,
  worktree,
  repo,
  created_at,
});

/** Waits, behind the daemon's back, until a session's own tmux shows a text. */
const untilTmuxShows = ({ id }: Session, text: string): Promise<void> =>
  eventually(async () => {
    expect(await tmux(daemon, id, "capture-pane", "-p", "-t", `=maestro-${id}:`)).toContain(text);
  });

/** A command that waits for a file before it goes on. */
const onGo = (rest: string): string =>
  `echo up; until [ -e "$HOME/go" ]; do sleep .1; done; ${rest}`;

test("thirty printing sessions outlive a kill -9 of the daemon, with all they are", async () => {
  const repository = await ScratchRepository.make(daemon);
  const prints =
    'echo before; until [ -e "$HOME/go" ]; do echo tick; sleep .5; done; echo meanwhile; exec cat';
  const worktree = (branch: string) => ({
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });
  const made = await Promise.all([
    daemon.create({ command: prints, ...worktree("one"), name: "in a tree" }),
    daemon.create({ command: prints, ...worktree("two") }),
    ...Array.from({ length: 28 }, (_, n) =>
      daemon.create({ command: prints, ...(n % 2 === 0 ? { name: `named ${n}` } : {}) }),
    ),
  ]);
  await Promise.all(made.map(({ id }) => daemon.untilScreen(id, "tick")));
  await daemon.crash();
  await writeFile(join(daemon.home, "go"), "");
  await Promise.all(made.map((session) => untilTmuxShows(session, "meanwhile")));
  await daemon.up();
  const log = await EventLog.open(daemon);
  // All are listed at once, under their names, whether they were found yet or not.
  const listed = new Map((await daemon.api.listSessions()).map((one) => [one.id, one]));
  await daemon.recovered();
  for (const session of made) {
    const now = await daemon.api.getSession({ params: { id: session.id } });
    expect(lasting(now)).toEqual(lasting(session));
    expect(sessionName(listed.get(session.id) ?? now)).toBe(sessionName(session));
    expect(now.status).toBe("running");
    await daemon.untilScreen(session.id, "meanwhile");
  }
  await Promise.all(made.map((session) => type(session, `to ${session.id.slice(0, 8)}`)));
  for (const { id } of made) {
    await daemon.untilScreen(id, new RegExp(`to ${id.slice(0, 8)}\n+to ${id.slice(0, 8)}`));
  }
  expect(log.sessions.size).toBe(30);
  log.close();
  expect(await liveTmuxSessions(daemon)).toHaveLength(30);
});

test("maestro down leaves the sessions running, and every one is found again", async () => {
  const a = await daemon.create({ command: "echo a; exec cat" });
  await daemon.untilScreen(a.id, "a");
  await daemon.api.shutdown();
  await daemon.down();
  expect(await liveTmuxSessions(daemon)).toEqual([a.id]);
  await daemon.up();
  await type(a, "found");
  await daemon.untilScreen(a.id, /found\n+found/);
});

test("B15 a tmux server killed while no daemon ran makes its session dormant, its tree untouched", async () => {
  const repository = await ScratchRepository.make(daemon);
  const make = (branch: string) =>
    daemon.create({
      command: ["cat"],
      worktree: { base_repo: repository.base, branch, create_branch: true },
    });
  const [clean, dirty, plain, other] = await Promise.all([
    make("clean"),
    make("dirty"),
    daemon.create({ command: ["cat"] }),
    daemon.create({ command: ["cat"] }),
  ]);
  await put(join(dirty.cwd, "new.txt"), "new\n");
  await daemon.crash();
  for (const { id } of [clean, dirty, plain]) await tmux(daemon, id, "kill-server");
  await daemon.up();
  await daemon.recovered();
  for (const session of [clean, dirty, plain]) {
    const now = await daemon.api.getSession({ params: { id: session.id } });
    expect(now).toMatchObject({
      status: "dormant",
      exit: null,
      activity: "idle",
      foreground: null,
    });
    expect(now.worktree).toEqual(session.worktree);
  }
  expect((await daemon.api.getSession({ params: { id: other.id } })).status).toBe("running");
  expect(repository.trees().sort()).toEqual([clean.cwd, dirty.cwd].sort());
  await daemon.api.killSession({ params: { id: clean.id }, query: {} });
  await daemon.api.killSession({ params: { id: plain.id }, query: {} });
  expect(repository.trees()).toEqual([dirty.cwd]);
});

test("commands that ended while no daemon ran are dead with code and screen, and settled", async () => {
  const repository = await ScratchRepository.make(daemon);
  const worktree = { base_repo: repository.base, branch: "pristine", create_branch: true };
  const code = await daemon.create({ command: onGo("echo last words; exit 9"), worktree });
  const signal = await daemon.create({ command: onGo("kill -TERM $$") });
  const work = await daemon.create({
    command: onGo("echo mine >new.txt"),
    worktree: { ...worktree, branch: "worked" },
  });
  for (const { id } of [code, signal, work]) await daemon.untilScreen(id, "up");
  await daemon.crash();
  await writeFile(join(daemon.home, "go"), "");
  await untilTmuxShows(code, "last words");
  for (const { id } of [code, signal, work]) {
    const wrapper = `maestro-${id}`;
    await eventually(async () => {
      // The wrapper stays behind the command, alone.
      const pid = await tmux(
        daemon,
        id,
        "display-message",
        "-p",
        "-t",
        `=${wrapper}:`,
        "#{pane_pid}",
      );
      expect((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim()).toBe("");
    });
  }
  await daemon.up();
  await daemon.recovered();
  const get = ({ id }: Session) => daemon.api.getSession({ params: { id } });
  expect(await get(code)).toMatchObject({
    status: "dead",
    settled: true,
    exit: { code: 9, signal: null },
    worktree: null,
  });
  expect(await get(signal)).toMatchObject({
    settled: true,
    exit: { code: null, signal: "SIGTERM" },
  });
  expect(await get(work)).toMatchObject({ settled: true, worktree: { path: work.cwd } });
  expect(await daemon.untilScreen(code.id, "last words")).toContain("up\nlast words");
  expect(repository.trees()).toEqual([work.cwd]);
  expect(await daemon.api.listWorktrees()).toMatchObject([
    { path: work.cwd, reason: "exited-with-unsaved-work" },
  ]);
  expect(await liveTmuxSessions(daemon)).toEqual([]);
});

test("dead and dormant sessions stay what they are over restarts", async () => {
  const dead = await daemon.create({ command: "echo said; exit 4" });
  const dormant = await daemon.create({ command: ["cat"] });
  const settled = await daemon.until(dead.id, (now) => now.settled === true);
  await daemon.crash();
  await tmux(daemon, dormant.id, "kill-server");
  for (let restart = 0; restart < 2; restart++) {
    await daemon.up();
    await daemon.recovered();
    expect(await daemon.api.getSession({ params: { id: dead.id } })).toEqual(settled);
    expect((await daemon.api.getSession({ params: { id: dormant.id } })).status).toBe("dormant");
    await daemon.untilScreen(dead.id, "said");
    await daemon.crash();
  }
});

test("a live server whose server.json is lost is adopted by what tmux itself knows", async () => {
  const session = await daemon.create({ command: "echo up; read -r l; echo bye; exit 5" });
  await daemon.untilScreen(session.id, "up");
  await daemon.crash();
  const short = Buffer.from(session.id.replaceAll("-", ""), "hex").toString("base64url");
  await rm(join(daemon.stateDir, "tmux", short, "server.json"));
  await daemon.up();
  await daemon.recovered();
  expect((await daemon.api.getSession({ params: { id: session.id } })).status).toBe("running");
  await type(session, "go");
  const dead = await daemon.until(session.id, ({ settled }) => settled === true);
  expect(dead.exit).toMatchObject({ code: 5 });
  await daemon.untilScreen(session.id, "bye");
});

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ApiFailure } from "@maestro/client";
import { routes, tokenProtocol, WS_PROTOCOL } from "@maestro/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { EventLog } from "../support/event-log.ts";
import { refusal } from "../support/refusal.ts";
import { ScratchRepository } from "../support/scratch-repository.ts";
import {
  liveTmuxSessions,
  processesOf,
  socketOf,
  stateFiles,
  tmux,
} from "../support/session-traces.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let repository: ScratchRepository;
let log: EventLog;

beforeAll(async () => {
  daemon = await TestDaemon.start();
  repository = await ScratchRepository.make(daemon);
});
afterAll(() => daemon.destroy());
beforeEach(async () => {
  log = await EventLog.open(daemon);
});
afterEach(() => log.close());

const kill = (id: string, force?: "true"): Promise<void> =>
  daemon.api.killSession({ params: { id }, query: force === undefined ? {} : { force } });
const inTree = (branch: string) => ({
  worktree: { base_repo: repository.base, branch, create_branch: true },
});

async function expectNoTrace(id: string): Promise<void> {
  expect(await refusal(daemon.api.getSession({ params: { id } }))).toMatchObject({ status: 404 });
  expect((await stateFiles(daemon, "sessions")).filter((name) => name.includes(id))).toEqual([]);
  expect(await liveTmuxSessions(daemon)).not.toContain(id);
  expect(await processesOf(daemon, `MAESTRO_SESSION_ID=${id}`)).toEqual([]);
}

test("a killed session is gone everywhere, its clean tree too; its branch stays", async () => {
  const session = await daemon.create({ command: ["cat"], ...inTree("kill-clean") });
  await kill(session.id);
  await expectNoTrace(session.id);
  expect(repository.trees()).toEqual([]);
  expect(repository.branches()).toContain("kill-clean");
  await log.until((event) => event.type === "session_removed" && event.id === session.id);
});

test("events tell a life in order, each frame in a place of its own", async () => {
  const { id } = await daemon.create({ command: "read -r l; exit 3", ...inTree("in-order") });
  await daemon.api.updateSession({ params: { id }, body: { name: "told" } });
  await daemon.api.sendInput({ params: { id }, body: { text: "go", submit: true } });
  await daemon.until(id, ({ settled }) => settled === true);
  await kill(id);
  await log.until((event) => event.type === "session_removed" && event.id === id);
  const told = log.about(id);
  expect(told.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])).toEqual([
    "session_added",
    "session_updated",
    // It failed, and nobody looked.
    "session_asks",
    "session_updated",
    "session_removed",
  ]);
  const states = told.flatMap((event) =>
    "session" in event ? [`${event.session.status} ${event.session.settled}`] : [],
  );
  expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
    "running null",
    "dead false",
    "dead true",
  ]);
  const places = log.frames.map(({ seq }) => seq);
  expect(new Set(places).size).toBe(places.length);
  expect(log.sessions.has(id)).toBe(false);
});

test("a natural exit keeps the last screen until it is dismissed, read-only", async () => {
  const { id } = await daemon.create({ command: "printf 'one\\ntwo\\n'; exit 7" });
  const dead = await daemon.until(id, ({ settled }) => settled === true);
  expect(dead).toMatchObject({ status: "dead", exit: { code: 7, signal: null } });
  expect(await daemon.untilScreen(id, "one")).toContain("one\ntwo");
  expect(
    await refusal(daemon.api.sendInput({ params: { id }, body: { text: "x", submit: true } })),
  ).toMatchObject({ status: 409, code: "not_running" });
  expect(await liveTmuxSessions(daemon)).not.toContain(id);
  await kill(id);
  await expectNoTrace(id);
});

test("a kill at once with other kills: one does it, the others find nothing", async () => {
  const { id } = await daemon.create({ command: ["cat"], ...inTree("killed-thrice") });
  const outcomes = await Promise.allSettled([kill(id), kill(id, "true"), kill(id)]);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as ApiFailure] : [],
  );
  expect(refusals.map(({ code }) => code)).toEqual(["not_found", "not_found"]);
  await expectNoTrace(id);
});

test("a kill at once with the natural exit ends in the same nothing", async () => {
  const { id } = await daemon.create({ command: "read -r l", ...inTree("kill-and-exit") });
  await Promise.all([
    daemon.api.sendInput({ params: { id }, body: { text: "", submit: true } }).catch(() => {}),
    kill(id),
  ]);
  await expectNoTrace(id);
  expect(repository.trees()).toEqual([]);
});

test("B18 a kill ends what ignores HUP and TERM, and what left by setsid, before the tree goes", async () => {
  const stubborn = "trap '' HUP TERM; while :; do sleep .2; done";
  const left = "setsid sh -c 'echo $$ >pid; exec sleep 600' & while :; do sleep 1; done";
  const a = await daemon.create({ command: stubborn });
  const b = await daemon.create({ command: left });
  const c = await daemon.create({ command: "sleep 601 & kill -STOP $!; echo ok; wait" });
  await daemon.untilScreen(c.id, "ok");
  const pid = Number(
    await eventually(async () => {
      const written = await readFile(join(daemon.home, "pid"), "utf8");
      if (written.trim() === "") throw new Error("not yet");
      return written;
    }),
  );
  await Promise.all([a, b, c].map(({ id }) => kill(id)));
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  await Promise.all([a, b, c].map(({ id }) => expectNoTrace(id)));
});

test("B15 a tmux server killed under the daemon ends its session alone, status unknown", async () => {
  const other = await daemon.create({ command: ["cat"] });
  const clean = await daemon.create({ command: ["cat"], ...inTree("server-gone") });
  await tmux(daemon, clean.id, "kill-server");
  const dead = await daemon.until(clean.id, ({ settled }) => settled === true);
  expect(dead).toMatchObject({ status: "dead", worktree: null });
  expect(dead.exit?.code ?? null).toBeNull();
  expect(repository.trees()).toEqual([]);
  expect((await daemon.api.getSession({ params: { id: other.id } })).status).toBe("running");
  await kill(clean.id);
  await expectNoTrace(clean.id);
});

test("B23 splits belong to nobody: the session is its first pane and ends with it", async () => {
  const { id } = await daemon.create({ command: "printf first; exec cat", cols: 80, rows: 24 });
  await daemon.untilScreen(id, "first");
  const first = await tmux(daemon, id, "list-panes", "-a", "-F", "#{pane_id}");
  await tmux(daemon, id, "split-window", "-t", `=maestro-${id}:`, "printf second; exec cat");
  await tmux(daemon, id, "new-window", "-t", `=maestro-${id}:`, "printf third; exec cat");
  await daemon.api.sendInput({ params: { id }, body: { text: "to the first", submit: true } });
  expect(await daemon.untilScreen(id, /to the first\n+to the first/)).not.toContain("second");
  await tmux(daemon, id, "kill-pane", "-t", first);
  await daemon.until(id, ({ settled }) => settled === true);
  await eventually(async () => expect(await liveTmuxSessions(daemon)).not.toContain(id));
  expect(await processesOf(daemon, socketOf(daemon, id))).toEqual([]);
});

const UNKNOWN = [
  "0f9b6a52-6f0e-4b51-9a3c-2f4f5d1c7e01",
  "nothing",
  "a/../b",
  "%00",
  "x".repeat(500),
];

/** What a call needs to be understood, so that nothing but the id is in its way. */
const NEEDED: Readonly<Record<string, { readonly query?: string; readonly body?: object }>> = {
  killSession: { query: "?force=true" },
  waitForSession: { query: "?for=idle&timeout_s=0" },
  updateSession: { body: { name: "x" } },
  sendInput: { body: { text: "x", submit: true } },
  report: { body: { state: "idle" } },
  focusSession: { body: { focused: true } },
  hook: { body: {} },
};
const CALLS = Object.entries(routes).filter(([, { path }]) => path.startsWith("/api/sessions/:id"));

test.each(CALLS)("an id that nobody has is not_found for %s", async (name, { method, path }) => {
  const { query = "", body } = NEEDED[name] ?? {};
  for (const id of UNKNOWN) {
    const asked = path.replace(":id", encodeURIComponent(id)).replace(":agent", "claude");
    const answer = await daemon.connection.fetch(asked + query, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect({ id, status: answer.status }).toEqual({ id, status: 404 });
    expect(JSON.parse(await answer.text())).toMatchObject({ code: "not_found" });
  }
});

test.each(UNKNOWN)("an attach to %s, which nobody has, is not_found", async (id) => {
  const url = `${daemon.url.replace("http", "ws")}/api/sessions/${encodeURIComponent(id)}/attach`;
  const socket = new WebSocket(url, [WS_PROTOCOL, tokenProtocol(daemon.token)]);
  const [, answer] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  expect(answer.statusCode).toBe(404);
  expect(JSON.parse(await text(answer))).toMatchObject({ code: "not_found" });
});

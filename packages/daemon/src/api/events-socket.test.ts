import { type ServerEvent, ServerEvent as ServerEventSchema } from "@maestro/protocol";
import { afterEach, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { openSocket, until } from "./support/websocket.ts";

let it: TestServer;
afterEach(() => it.close());

const PATH = "/api/events";
const bulky = (tag: number) =>
  aSession({ metadata: { name: `s${tag}`, bulk: "x".repeat(20_000) } });

/** The list that a client ends up with which believes every frame. */
function listOf(frames: readonly unknown[]): string[] {
  const ids = new Set<string>();
  for (const frame of frames as ServerEvent[]) {
    if (frame.type === "sessions_snapshot") {
      ids.clear();
      for (const { id } of frame.sessions) ids.add(id);
    }
    if (frame.type === "session_added") ids.add(frame.session.id);
    if (frame.type === "session_removed" && !ids.delete(frame.id)) ids.add(`ghost ${frame.id}`);
  }
  return [...ids].sort();
}

test("a snapshot comes first, then every kind of event, all in the declared shape", async () => {
  it = await testServer();
  const session = it.operations.put(aSession({ env: { SECRET: "hush" } }));
  const client = await openSocket(it.tcp, PATH, it.token);
  expect(await client.next()).toMatchObject({
    type: "sessions_snapshot",
    sessions: [{ id: session.id }],
  });
  const worktree = {
    path: "/w",
    baseRepo: "/r",
    branch: null,
    reason: "force-killed",
    retainedAt: 0,
    device: 1,
    baseCommit: null,
    sessionId: session.id,
    sessionName: null,
    command: ["sh"],
    detail: null,
  };
  it.operations.put(aSession());
  it.operations.put(
    aSession({
      id: session.id,
      life: { phase: "dead", settled: true, exit: { code: 3, signal: null, at: 0 } },
    }),
  );
  it.operations.publish({ type: "worktree_retained", worktree });
  it.operations.publish({ type: "worktree_released", path: "/w" });
  it.operations.publish({
    type: "session_asks",
    id: session.id,
    event: "error",
    detail: "overloaded",
  });
  it.operations.take(session.id);
  await client.next(({ type }) => type === "session_removed");
  expect(client.received.map((frame) => (frame as ServerEvent).type)).toEqual([
    "sessions_snapshot",
    "session_added",
    "session_updated",
    "worktree_retained",
    "worktree_released",
    "session_asks",
    "session_removed",
  ]);
  expect(client.received.map((frame) => ServerEventSchema.parse(frame))).toEqual(client.received);
  expect(client.received[2]).toMatchObject({
    session: { status: "dead", settled: true, exit: { code: 3 } },
  });
  expect(JSON.stringify(client.received)).not.toContain("hush");
});

test("each event is one JSON text for all subscribers, and they all get the same", async () => {
  it = await testServer();
  const clients = await Promise.all(
    Array.from({ length: 5 }, () => openSocket(it.unix, PATH, null)),
  );
  for (const client of clients) await client.next();
  let asked = 0;
  const session = aSession();
  const counted = {
    ...session,
    get metadata() {
      asked += 1;
      return {};
    },
  };
  it.operations.publish({ type: "session_added", session: counted });
  const frames = await Promise.all(clients.map((client) => client.next()));
  expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(1);
  expect(asked).toBe(1);
});

test("nothing is sent while nothing happens", async () => {
  it = await testServer();
  const client = await openSocket(it.tcp, PATH, it.token);
  await client.next();
  client.socket.ping();
  await new Promise((resolve) => client.socket.once("pong", resolve));
  expect(client.received.length).toBe(1);
});

test("a ping is answered, in order with the events; anything else that is sent means nothing", async () => {
  it = await testServer();
  const client = await openSocket(it.tcp, PATH, it.token);
  await client.next();
  for (const noise of ["ping", '{"type":"ping"}', `{"type":"ping","id":1${" ".repeat(200)}}`]) {
    client.socket.send(noise);
  }
  client.socket.send(Buffer.from('{"type":"ping","id":1}'));
  client.socket.send('{"type":"ping","id":7}');
  expect(await client.next()).toEqual({ type: "pong", id: 7 });
});

test.each(["bytes", "events"])(
  "C18 a subscriber that stops reading is told so once it reads again, bounded by %s, and ends with the daemon's list",
  async (bound) => {
    it = await testServer({
      limits: bound === "bytes" ? { queuedEventBytes: 1_000_000 } : { queuedEvents: 50 },
    });
    const slow = await openSocket(it.tcp, PATH, it.token);
    const quick = await openSocket(it.tcp, PATH, it.token);
    await slow.next();
    await quick.next();
    slow.socket.pause();
    const kept = it.operations.put(bulky(0));
    for (let round = 1; round <= 600; round += 1) {
      const { id } = it.operations.put(bulky(round));
      if (round > 5) it.operations.take(id);
      if (round % 10 === 0)
        await quick.next(({ type, id: gone }) => type === "session_removed" && gone === id);
    }
    const snapshots = it.operations.snapshots;
    const last = it.operations.put(bulky(-1));
    slow.socket.resume();
    await slow.next(({ type }) => type === "lagged");
    const fresh = await slow.next();
    expect(fresh["type"]).toBe("sessions_snapshot");
    const end = it.operations.put(aSession());
    await slow.next(({ session }) => (session as { id?: string } | undefined)?.id === end.id);
    await quick.next(({ session }) => (session as { id?: string } | undefined)?.id === end.id);
    const truth = [...it.operations.all.keys()].sort();
    expect(truth).toEqual(expect.arrayContaining([kept.id, last.id, end.id]));
    expect(listOf(slow.received)).toEqual(truth);
    expect(listOf(quick.received)).toEqual(truth);
    expect(quick.received).not.toContainEqual(expect.objectContaining({ type: "lagged" }));
    // It was not served in vain while it did not read.
    expect(it.operations.snapshots - snapshots).toBeLessThanOrEqual(2);
    // No event from before a snapshot comes after it.
    const places = (slow.received as ServerEvent[]).map(({ seq }) => seq);
    expect(places).toEqual([...places].sort());
  },
);

test("a peer that gives no sign of life is dropped, one that does stays", async () => {
  it = await testServer({ limits: { heartbeatMs: 100 } });
  const dead = await openSocket(it.tcp, PATH, it.token);
  const living = await openSocket(it.tcp, PATH, it.token);
  dead.socket.pause();
  let pings = 0;
  living.socket.on("ping", () => {
    pings += 1;
  });
  await until(() => pings >= 5);
  dead.socket.resume();
  expect(await dead.closed).toBe(1006);
  it.operations.put(aSession());
  await living.next(({ type }) => type === "session_added");
  expect(pings).toBeGreaterThanOrEqual(5);
});

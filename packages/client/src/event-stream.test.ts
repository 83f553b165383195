import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryDelayMs } from "./backoff.ts";
import { followEvents, type StreamState } from "./event-stream.ts";
import { aSession, FakeConnection } from "./support/fake-connection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const snapshot = (seq: string, ...sessions: ReturnType<typeof aSession>[]) =>
  JSON.stringify({ type: "sessions_snapshot", seq, sessions, worktrees: [] });
const lost = { code: 1006, reason: "gone" };

function follow() {
  const connection = new FakeConnection();
  const states: StreamState[] = [];
  const seqs: string[] = [];
  const stream = followEvents(connection, {
    changed: (view) => void seqs.push(view.seq ?? ""),
    state: (state) => void states.push(state),
    random: () => 1,
  });
  return { connection, states, seqs, stream };
}

test("offers the protocol's version and reduces what arrives", () => {
  const { connection, seqs, stream } = follow();
  expect(connection.last.path).toBe("/api/events");
  expect(connection.last.protocols).toEqual(["maestro.v1"]);
  connection.last.daemon.message(snapshot("1", aSession()));
  expect(seqs).toEqual(["1"]);
  expect(stream.view.sessions.get(aSession().id)).toEqual(aSession());
});

test.each(["not json", '{"type":"from_the_future","seq":"2"}', new Uint8Array([1])])(
  "a frame that is not understood (%s) changes nothing",
  (frame) => {
    const { connection, seqs, stream } = follow();
    connection.last.daemon.message(snapshot("1"));
    connection.last.daemon.message(frame);
    expect(seqs).toEqual(["1"]);
    expect(stream.view.current).toBe(true);
  },
);

test("comes back after a loss, later each time, and at once again after a snapshot", () => {
  const { connection, states, stream } = follow();
  connection.last.daemon.message(snapshot("1", aSession()));
  for (const wait of [250, 500, 1000]) {
    const tries = connection.sockets.length;
    connection.last.daemon.closed(lost);
    expect(states.at(-1)).toEqual({ kind: "waiting", retryInMs: wait, reason: "gone" });
    expect(stream.view).toMatchObject({ current: false, seq: "1" });
    vi.advanceTimersByTime(wait - 1);
    expect(connection.sockets).toHaveLength(tries);
    vi.advanceTimersByTime(1);
    expect(connection.sockets).toHaveLength(tries + 1);
    connection.last.daemon.opened();
  }
  connection.last.daemon.message(snapshot("a"));
  expect(stream.view).toMatchObject({ current: true, seq: "a" });
  expect(stream.view.sessions.size).toBe(0);
  connection.last.daemon.closed(lost);
  expect(states.at(-1)).toMatchObject({ kind: "waiting", retryInMs: 250 });
});

test("retryNow does not wait, and does nothing while the connection stands", () => {
  const { connection, stream } = follow();
  stream.retryNow();
  expect(connection.sockets).toHaveLength(1);
  connection.last.daemon.closed(lost);
  stream.retryNow();
  expect(connection.sockets).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(connection.sockets).toHaveLength(2);
});

test("once closed it neither tells nor tries again", () => {
  const { connection, seqs, stream } = follow();
  stream.close();
  expect(connection.last.closed).toBe(true);
  connection.last.daemon.message(snapshot("1"));
  connection.last.daemon.closed(lost);
  vi.advanceTimersByTime(60_000);
  expect(connection.sockets).toHaveLength(1);
  expect(seqs).toEqual([]);
});

test("waits between half and all of a doubling time, 10 s at most", () => {
  expect(retryDelayMs(0, () => 0)).toBe(125);
  expect(retryDelayMs(3, () => 1)).toBe(2000);
  expect(retryDelayMs(5000, () => 1)).toBe(10_000);
});

test("a ping is timed there and back, and a late one tells its age", () => {
  const connection = new FakeConnection();
  const trips: number[] = [];
  const stream = followEvents(connection, {
    changed: () => {},
    roundTrip: (ms) => void trips.push(ms),
  });
  stream.ping();
  expect(connection.last.sent).toEqual([]);
  connection.last.daemon.message(snapshot("1"));
  stream.ping();
  vi.advanceTimersByTime(7);
  connection.last.daemon.message('{"type":"pong","id":1}');
  expect(trips).toEqual([7]);
  expect(stream.view.seq).toBe("1");
  stream.ping();
  vi.advanceTimersByTime(5000);
  stream.ping();
  expect(trips).toEqual([7, 5000]);
  expect(connection.last.sent).toEqual(['{"type":"ping","id":1}', '{"type":"ping","id":2}']);
});

test("an answer that belongs to a lost connection tells nothing", () => {
  const connection = new FakeConnection();
  const trips: number[] = [];
  followEvents(connection, { changed: () => {}, roundTrip: (ms) => void trips.push(ms) }).ping();
  connection.last.daemon.message('{"type":"pong","id":1}');
  connection.last.daemon.message(snapshot("1"));
  connection.last.daemon.closed(lost);
  vi.advanceTimersByTime(60_000);
  connection.last.daemon.message('{"type":"pong","id":1}');
  expect(trips).toEqual([]);
});

import type { Connection, SocketHandlers } from "@maestro/client";
import type { AttachServerFrame } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aSession } from "../support/a-session.ts";
import { Attachment, type AttachState } from "./attachment.ts";

/** One socket that an attachment opened, from the daemon's side. */
interface Opened {
  readonly path: string;
  readonly handlers: SocketHandlers;
  /** All but what says how much is parsed. */
  readonly sent: (string | Uint8Array)[];
  readonly acks: string[];
  closed: boolean;
}

const sockets: Opened[] = [];
const states: AttachState[] = [];

const connection: Connection = {
  fetch: () => Promise.reject(new Error("not called")),
  openSocket(path, _protocols, handlers) {
    const opened: Opened = { path, handlers, sent: [], acks: [], closed: false };
    sockets.push(opened);
    return {
      bufferedAmount: 0,
      send(data) {
        if (typeof data === "string" && data.includes('"ack"')) opened.acks.push(data);
        else opened.sent.push(data);
      },
      close: () => {
        opened.closed = true;
      },
    };
  },
};

const screen = {
  write: (_bytes: Uint8Array, parsed: () => void) => parsed(),
  replace(_snapshot: Uint8Array, begin: () => void, parsed: () => void) {
    begin();
    parsed();
  },
  inOrder: (act: () => void) => act(),
  reset: () => {},
  resize: () => {},
};

function attachment(claim = true): Attachment {
  return new Attachment({
    connection,
    id: "s1",
    screen,
    claim,
    state: (state) => states.push(state),
    sized: () => {},
  });
}

const say = (socket: Opened | undefined, frame: AttachServerFrame): void =>
  socket?.handlers.message(JSON.stringify(frame));
const attached = { type: "attached", session: aSession(), cols: 80, rows: 24 } as const;

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  states.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function live(it: Attachment): Opened {
  it.attach();
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error("nothing was opened");
  socket.handlers.opened();
  say(socket, attached);
  say(socket, { type: "live" });
  return socket;
}

test("keys may run ahead of the first screen, and are dropped while the connection is lost", () => {
  const it = attachment();
  it.attach();
  it.input(new Uint8Array([1]));
  const socket = sockets[0];
  socket?.handlers.opened();
  say(socket, attached);
  say(socket, { type: "live" });
  it.input(new Uint8Array([2]));
  socket?.handlers.closed({ code: 1006, reason: "" });
  it.input(new Uint8Array([3]));
  it.retryNow();
  it.input(new Uint8Array([4]));
  sockets[1]?.handlers.opened();
  expect(socket?.sent).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  expect(sockets[1]?.sent).toEqual([]);
  expect(states).toMatchObject([
    { kind: "connecting", again: false },
    { kind: "live" },
    { kind: "lost" },
    { kind: "connecting", again: true },
  ]);
});

test("a flood that cannot be parsed in time attaches anew, and keys go through meanwhile", () => {
  let parsed: (() => void)[] = [];
  const slow = {
    ...screen,
    write: (_bytes: Uint8Array, done: () => void) => void parsed.push(done),
  };
  const it = new Attachment({
    connection,
    id: "s1",
    screen: slow,
    claim: true,
    state: () => {},
    sized: () => {},
  });
  const socket = live(it);
  for (let sent = 0; sent < 20; sent++) socket.handlers.message(new Uint8Array(1024 * 1024));
  it.input(new Uint8Array([3]));
  expect(socket.sent).toEqual([new Uint8Array([3])]);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(1);
  for (const done of parsed) done();
  parsed = [];
  vi.advanceTimersByTime(1_000);
  expect([sockets.length, socket.closed]).toEqual([2, true]);
  socket.handlers.message(new Uint8Array(10));
  expect(parsed).toEqual([]);
});

test("a lost connection comes back by itself, at the size and focus that there are", () => {
  const it = attachment();
  it.fits(100, 40);
  it.focus(true);
  live(it).handlers.closed({ code: 1006, reason: "" });
  vi.runOnlyPendingTimers();
  expect(sockets).toHaveLength(2);
  expect(sockets[1]?.path).toContain("cols=100&rows=40");
  sockets[1]?.handlers.opened();
  expect(sockets[1]?.sent).toContain(JSON.stringify({ type: "focus", focused: true }));
});

test("what ended or was refused is not tried again, until it is attached anew", () => {
  const it = attachment();
  const socket = live(it);
  say(socket, { type: "ended", exit: null });
  socket.handlers.closed({ code: 1000, reason: "" });
  vi.runAllTimers();
  expect([sockets.length, it.state.kind]).toEqual([1, "ended"]);
  it.attach();
  say(sockets[1], { type: "error", code: "not_running", message: "It is dormant." });
  sockets[1]?.handlers.closed({ code: 4000, reason: "" });
  vi.runAllTimers();
  expect(sockets).toHaveLength(2);
  expect(it.state).toEqual({ kind: "refused", message: "It is dormant." });
});

test("a viewer claims no size until it is asked to", () => {
  const it = attachment(false);
  it.fits(40, 30);
  const socket = live(it);
  it.fits(41, 30);
  expect(socket.path).toContain("claim=false");
  expect(socket.sent).toEqual([]);
  it.claim();
  expect(socket.sent).toEqual([JSON.stringify({ type: "resize", cols: 41, rows: 30 })]);
});

test("a pane that is closed stays closed, and what its socket still says is not heard", () => {
  const it = attachment();
  const socket = live(it);
  it.close();
  socket.handlers.closed({ code: 1000, reason: "" });
  vi.runAllTimers();
  expect([sockets.length, socket.closed, states.at(-1)?.kind]).toEqual([1, true, "live"]);
});

test("the daemon is told what is parsed, for each socket by itself", () => {
  const it = attachment();
  const socket = live(it);
  socket.handlers.message(new Uint8Array(40_000));
  expect(socket.acks).toEqual(['{"type":"ack","bytes":0}', '{"type":"ack","bytes":40000}']);
  expect(live(it).acks).toEqual(['{"type":"ack","bytes":0}']);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { MaestroError } from "../domain/maestro-error.ts";
import { aSession } from "./support/a-session.ts";
import type { FakeAttachment } from "./support/fake-operations.ts";
import { type Attached, actsOf, attachTo } from "./support/attached.ts";
import { call, upgrade } from "./support/http.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { gate, openSocket, until } from "./support/websocket.ts";

const session = aSession();
const path = (query = ""): string => `/api/sessions/${session.id}/attach${query}`;

let it: TestServer;
beforeEach(async () => {
  it = await testServer();
  it.operations.put(session);
});
afterEach(() => it.close());

const attach = (query?: string): Promise<Attached> => attachTo(it, session.id, query);

test("frames and bytes travel in both directions, in order", async () => {
  const { client, attachment } = await attach("?cols=100&rows=30");
  expect(attachment.request).toEqual({ claim: { cols: 100, rows: 30 } });
  attachment.viewer.bytes(Buffer.from("snapshot"));
  attachment.viewer.control({ type: "live" });
  attachment.viewer.bytes(Uint8Array.of(0, 255, 27));
  attachment.viewer.control({ type: "resized", cols: 90, rows: 20 });
  attachment.viewer.control({ type: "resync", cols: 90, rows: 20 });
  attachment.viewer.control({ type: "ended", exit: { code: 0, signal: null, at: 0 } });
  await client.next(({ type }) => type === "ended");
  expect(client.received.slice(1)).toEqual([
    Buffer.from("snapshot"),
    { type: "live" },
    Buffer.from([0, 255, 27]),
    { type: "resized", cols: 90, rows: 20 },
    { type: "resync", cols: 90, rows: 20 },
    { type: "ended", exit: { code: 0, signal: null, at: "1970-01-01T00:00:00.000Z" } },
  ]);
  client.socket.send(Buffer.from("\x1b[A\xff", "latin1"));
  client.socket.send('{"type":"paste","text":"two\\nlines"}');
  client.socket.send('{"type":"resize","cols":2,"rows":1000}');
  client.socket.send('{"type":"focus","focused":true}');
  client.socket.send(Buffer.from("y"));
  client.socket.close();
  await until(() => attachment.acts.some(([act]) => act === "leave"));
  expect(actsOf(attachment)).toEqual([
    ["input", "\x1b[A\xff"],
    ["paste", "two\nlines"],
    ["resize", "2x1000"],
    ["focus", true],
    ["input", "y"],
    ["leave"],
  ]);
});

test.each(["", "?claim=false", "?claim=false&cols=100&rows=30", "?claim=true"])(
  "a client that attaches with %j claims no size",
  async (query) => {
    expect((await attach(query)).attachment.request).toEqual({ claim: null });
  },
);

test.each([
  "{",
  "null",
  "[]",
  "1",
  '""',
  "{}",
  '{"type":"exec"}',
  '{"type":"resize","cols":1,"rows":10}',
  '{"type":"resize","cols":1e999,"rows":10}',
  '{"type":"resize","cols":"80","rows":10}',
  '{"type":"paste"}',
  '{"type":"paste","text":"x","forse":true}',
  '{"__proto__":{"type":"paste","text":"x"}}',
  '{"type":"focus","focused":"false"}',
  '{"type":"ack","bytes":-1}',
])("C10 the frame %s is answered with an error and changes nothing", async (text) => {
  const bystander = await attach();
  const { client, attachment } = await attach();
  client.socket.send(text);
  expect(await client.next(({ type }) => type === "error")).toMatchObject({
    code: "invalid_request",
  });
  client.socket.send(Buffer.from("still here"));
  await until(() => actsOf(attachment).length > 0);
  expect(actsOf(attachment)).toEqual([["input", "still here"]]);
  expect(actsOf(bystander.attachment)).toEqual([]);
});

test("input that comes while the attach is still being set up keeps its order", async () => {
  const { opened, open } = gate();
  it.operations.beforeAttach = opened;
  const client = await openSocket(it.tcp, path(), it.token);
  for (const key of "abc") client.socket.send(Buffer.from(key));
  client.socket.send('{"type":"paste","text":"d"}');
  client.socket.send(Buffer.from("e"));
  // The daemon has read another connection's frames after these were sent.
  await openSocket(it.tcp, "/api/events", it.token).then((other) => other.next());
  open();
  await until(() => (it.operations.attached[0]?.acts ?? []).some(([, text]) => text === "e"));
  const attachment = it.operations.attached[0] as FakeAttachment;
  expect(actsOf(attachment).map(([, text]) => text)).toEqual(["a", "b", "c", "d", "e"]);
});

test("a client that leaves while the attach is still being set up leaves nothing behind", async () => {
  const { opened, open } = gate();
  it.operations.beforeAttach = opened;
  const client = await openSocket(it.tcp, path(), it.token);
  client.socket.terminate();
  await client.closed;
  open();
  await until(() => (it.operations.attached[0]?.acts ?? []).some(([act]) => act === "leave"));
  expect(actsOf(it.operations.attached[0] as FakeAttachment)).toEqual([["leave"]]);
});

test("a device that is signed out while its attach is still being set up leaves nothing behind", async () => {
  const { opened, open } = gate();
  it.operations.beforeAttach = opened;
  const { device, token } = await it.access.signIn(it.access.createLoginCode().code, "phone");
  const client = await openSocket(it.tcp, path(), token);
  client.socket.send(Buffer.from("x"));
  await call(it.unix, { method: "DELETE", path: `/api/devices/${device.id}` });
  await client.closed;
  open();
  await until(() => (it.operations.attached[0]?.acts ?? []).length > 0);
  expect(it.operations.attached[0]?.acts).toEqual([["leave"]]);
});

test("a refused attach is an HTTP answer where it is known before the upgrade", async () => {
  const headers = { authorization: `Bearer ${it.token}` };
  const of = (id: string, query = "") =>
    upgrade(it.tcp, `/api/sessions/${id}/attach${query}`, headers);
  expect(await of("nobody")).toMatchObject({ status: 404, code: "not_found" });
  const dormant = it.operations.put(aSession({ life: { phase: "dormant" } }));
  expect(await of(dormant.id)).toMatchObject({ status: 409, code: "not_running" });
  for (const query of ["?cols=1&rows=5", "?cols=80", "?rows=x&cols=1", "?claim=yes", "?forse=1"]) {
    expect(await of(session.id, query)).toMatchObject({ status: 400, code: "invalid_request" });
  }
  expect(it.operations.attached).toEqual([]);
});

test.each([
  [new MaestroError("not_running", "It ended meanwhile."), "not_running", 0],
  [new Error("secret detail"), "internal", 1],
])(
  "an attach that fails after the upgrade is an error frame and a close code: %s",
  async (failure, code, logged) => {
    it.operations.failure = failure;
    const client = await openSocket(it.tcp, path(), it.token);
    const frame = await client.next(({ type }) => type === "error");
    expect(frame).toMatchObject({ code });
    expect(JSON.stringify(frame)).not.toContain("secret detail");
    expect(await client.closed).toBe(4000);
    await until(() => it.logged.length >= logged);
    expect(it.logged.length).toBe(logged);
  },
);

test.each([
  ["removed", 1000],
  ["stopping", 1001],
] as const)(
  "a terminal that is %s closes with %i after everything sent before",
  async (reason, code) => {
    const { client, attachment } = await attach();
    attachment.viewer.bytes(Buffer.alloc(100_000, "x"));
    // On its way already, and too late.
    client.socket.send(Buffer.from("x"));
    client.socket.send('{"type":"focus","focused":true}');
    attachment.viewer.closed(reason);
    attachment.viewer.bytes(Buffer.from("too late"));
    expect(await client.closed).toBe(code);
    expect((client.received.at(-1) as Buffer).length).toBe(100_000);
    // Waits until the daemon's side is closed too.
    await it.server.close();
    expect(actsOf(attachment)).toEqual([]);
  },
);

test("a device that is signed out loses its open sockets at once", async () => {
  const { code } = it.access.createLoginCode();
  const { device, token } = await it.access.signIn(code, "phone");
  const mine = await openSocket(it.tcp, path(), token);
  await mine.next();
  const owners = await attach();
  await call(it.unix, { method: "DELETE", path: `/api/devices/${device.id}` });
  expect(await mine.closed).toBe(4001);
  owners.client.socket.send(Buffer.from("x"));
  await until(() => actsOf(owners.attachment).length > 0);
  expect(actsOf(owners.attachment)).toEqual([["input", "x"]]);
});

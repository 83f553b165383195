import { once } from "node:events";
import { lstat } from "node:fs/promises";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { call, openConnection, rawCall, type Target } from "./support/http.ts";
import { aSession } from "./support/a-session.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { openSocket, until } from "./support/websocket.ts";

let it: TestServer;
afterEach(() => it.close());

const LIST = "/api/sessions";

test("C05 a whole exchange leaves no token, code or ticket in a log line or an answer", async () => {
  it = await testServer();
  const session = it.operations.put(aSession());
  const link = await call(it.unix, { method: "POST", path: "/api/login-links" });
  const { url } = link.json as { url: string };
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${it.port}/#link=[\\w-]{43}$`));
  const json = { code: url.split("=")[1] as string, name: "phone" };
  const signedIn = await call(it.tcp, { method: "POST", path: "/api/devices", json });
  const { token, device } = signedIn.json as { token: string; device: { id: string } };
  const again = await call(it.tcp, { method: "POST", path: "/api/devices", json });
  expect(again).toMatchObject({ status: 401, code: "unauthorized" });

  const ticket = it.access.ticketFor(session.id);
  it.operations.failure = new Error("a bug");
  const path = `${LIST}/${session.id}`;
  const answers = [
    await call(it.tcp, { path: LIST, token }),
    await call(it.tcp, { path: "/api/devices", token }),
    await call(it.tcp, { path: `${LIST}?token=${it.token}`, token: it.token }),
    await call(it.tcp, { path: `/nothing/${it.token}`, token: it.token }),
    await call(it.tcp, { path: LIST, token: `${it.token}x` }),
    await call(it.tcp, {
      method: "POST",
      path: `${path}/report`,
      token: ticket,
      json: { state: "idle" },
    }),
    await call(it.tcp, { method: "PATCH", path: `${path}?x=${token}`, token, json: {} }),
    await call(it.tcp, { method: "PATCH", path, token, json: { name: "a" } }),
    await call(it.tcp, { method: "DELETE", path: `/api/devices/${device.id}`, token }),
    await call(it.tcp, { path: LIST, token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 400, 404, 401, 500, 400, 500, 204, 401,
  ]);
  const told = answers.map(({ text, headers }) => text + JSON.stringify(headers)).join("\n");
  const logged = it.logged.join("\n");
  expect(logged).toContain("a bug");
  for (const secret of [it.token, token, ticket, json.code]) {
    expect(told).not.toContain(secret);
    expect(logged).not.toContain(secret);
  }
  expect(answers.every(({ headers }) => headers["set-cookie"] === undefined)).toBe(true);
});

test("wrong tokens are slowed after too many, the right one never, and missing ones are not counted", async () => {
  it = await testServer({ limits: { failuresPerMinute: 3 } });
  const wrong = () => call(it.tcp, { path: LIST, token: "wrong" });
  for (let i = 0; i < 10; i += 1) expect((await call(it.tcp, { path: LIST })).status).toBe(401);
  for (let i = 0; i < 3; i += 1) expect((await wrong()).status).toBe(401);
  for (let i = 0; i < 3; i += 1) {
    expect(await wrong()).toMatchObject({ status: 429, code: "rate_limited" });
  }
  const json = { code: "guess", name: "x" };
  const guess = await call(it.tcp, { method: "POST", path: "/api/devices", json });
  expect(guess).toMatchObject({ status: 429, code: "rate_limited" });
  expect((await call(it.tcp, { path: LIST, token: it.token })).status).toBe(200);
  expect((await call(it.unix, { path: LIST })).status).toBe(200);
  expect(it.logged.length).toBe(1);
});

test("a caller that calls too often is told so, and costs no other caller, nor the Unix socket", async () => {
  it = await testServer({ limits: { callsPerSecond: 5 } });
  const { token } = await it.access.signIn(it.access.createLoginCode().code, "busy");
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => call(it.tcp, { path: LIST, token })),
  );
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["rate_limited"]));
  expect((await call(it.tcp, { path: LIST, token: it.token })).status).toBe(200);
  const own = await Promise.all(Array.from({ length: 40 }, () => call(it.unix, { path: LIST })));
  expect(own.every(({ status }) => status === 200)).toBe(true);
});

/** Connections that never finish what they began. */
const unfinished = (port: number): readonly (readonly [string, string])[] => [
  ["nothing", ""],
  ["half a head", `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`],
  [
    "half a body",
    `POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  ],
];

test.each(["tcp", "unix", "unix alone"])(
  "C08 what is never finished is closed in time, over %s",
  async (way) => {
    it = await testServer({
      limits: { requestMs: 200, checkMs: 50 },
      ...(way === "unix alone" && { port: null }),
    });
    const target: Target = way === "tcp" ? it.tcp : it.unix;
    const answers = await Promise.all(
      unfinished(it.port).map(([, bytes]) => rawCall(target, bytes)),
    );
    expect(answers[1]).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
    expect(answers[2]).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request"/);
    expect((await call(it.unix, { path: LIST })).status).toBe(200);
  },
);

test("C08 what is no HTTP, or has a head without end, gets a clear error", async () => {
  it = await testServer();
  expect(await rawCall(it.tcp, "\x16\x03\x01\x02\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 [^]*"code":"invalid_request"/,
  );
  const host = `Host: 127.0.0.1:${it.port}\r\n`;
  const long = await rawCall(it.tcp, `GET / HTTP/1.1\r\n${host}X: ${"x".repeat(40_000)}\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/);
  const smuggled = await rawCall(
    it.tcp,
    `POST /api/devices HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  expect(smuggled).toMatch(/^HTTP\/1\.1 400 /);
});

test("C08 a sender without a token is cut off before its body is read", async () => {
  it = await testServer();
  const head = `POST ${LIST} HTTP/1.1\r\nHost: 127.0.0.1:${it.port}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n`;
  const asked = await rawCall(it.tcp, `${head}Expect: 100-continue\r\n\r\n`);
  expect(asked).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
  expect(await rawCall(it.tcp, `${head}\r\n{`)).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
});

test("a sender that asks first is told to go on once it may", async () => {
  it = await testServer();
  const body = JSON.stringify({ cwd: "/" });
  const socket = openConnection(it.tcp);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
    if (text === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
  });
  socket.write(
    `POST ${LIST} HTTP/1.1\r\nHost: 127.0.0.1:${it.port}\r\nConnection: close\r\nAuthorization: Bearer ${it.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test("asking to stop is answered first, then done", async () => {
  it = await testServer();
  expect(
    (await call(it.tcp, { method: "POST", path: "/api/shutdown", token: it.token })).status,
  ).toBe(202);
  await until(() => it.shutdownsAsked() === 1);
  expect(it.shutdownsAsked()).toBe(1);
});

test("stopping tells every socket, waits for none that is stuck, and frees port and path", async () => {
  it = await testServer({ limits: { closeMs: 200 } });
  const polite = await openSocket(it.tcp, "/api/events", it.token);
  const local = await openSocket(it.unix, "/api/events", null);
  const stuck = await openSocket(it.tcp, "/api/events", it.token);
  stuck.socket.pause();
  const idle = openConnection(it.unix);
  const half = openConnection(it.tcp);
  half.on("error", () => {});
  half.write("GET / HTTP/1.1\r\n");
  await once(idle, "connect");
  await it.server.close();
  expect(await polite.closed).toBe(1001);
  expect(await local.closed).toBe(1001);
  await expect(call(it.tcp, { path: "/api/health" })).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
  await expect(lstat((it.unix as { path: string }).path)).rejects.toMatchObject({ code: "ENOENT" });
  stuck.socket.terminate();
  idle.destroy();
  half.destroy();
});

test.each(["0.0.0.0", "::", "192.168.1.5", "localhost.evil.example", ""])(
  "listening on %j is refused unless it is allowed explicitly",
  async (host) => {
    it = await testServer();
    await expect(testServer({ host })).rejects.toThrow(/TLS/);
  },
);

test("listening elsewhere, allowed explicitly, answers to that name and to configured ones", async () => {
  it = await testServer({
    host: "127.0.0.2",
    allowInsecureListen: true,
    allowedHosts: ["box.example"],
  });
  const target = { host: "127.0.0.2", port: it.port };
  const as = (host: string, origin: string) =>
    call(target, { path: LIST, token: it.token, headers: { host, origin } });
  expect((await as(`127.0.0.2:${it.port}`, `http://127.0.0.2:${it.port}`)).status).toBe(200);
  expect((await as("box.example", "https://box.example")).status).toBe(200);
  expect((await as("box.example", `http://127.0.0.2:${it.port}`)).status).toBe(403);
  expect((await as("box.example.evil.example", "https://box.example")).status).toBe(403);
});

test("a port that is taken is named, and the socket's path is free again", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as { port: number };
  it = await testServer({ port: null });
  await expect(testServer({ port })).rejects.toThrow(`port ${port} of 127.0.0.1: another program`);
  await new Promise((done) => other.close(done));
});

test("without a port there is the Unix socket alone, and no login link", async () => {
  it = await testServer({ port: null });
  expect(it.server.url).toBeNull();
  expect((await call(it.unix, { path: "/api/status" })).json).toMatchObject({ url: null });
  expect(await call(it.unix, { method: "POST", path: "/api/login-links" })).toMatchObject({
    status: 404,
  });
  const client = await openSocket(it.unix, "/api/events", null);
  expect(await client.next()).toMatchObject({ type: "sessions_snapshot" });
});

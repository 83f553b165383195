import { randomBytes } from "node:crypto";
import { type Route, routes, sockets } from "@maestro/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { EXAMPLES } from "./support/examples.ts";
import { foreignHosts, foreignOrigins } from "./support/foreign.ts";
import { call, rawCall, type Received, type Sent } from "./support/http.ts";
import { refusalOf, send as sendTo } from "./support/refused.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

const session = aSession();
const other = aSession();
const all = Object.entries(routes) as [keyof typeof routes, Route][];
const pathOf = (path: string): string => path.replace(":id", session.id);
const guarded = all.filter(([, route]) => route.access !== "public");

let it: TestServer;
beforeAll(async () => {
  it = await testServer({ limits: { failuresPerMinute: Infinity, closeMs: 100 } });
  it.operations.put(session);
  it.operations.put(other);
});
afterAll(() => it.close());
beforeEach(() => {
  it.operations.calls.length = 0;
});

const send = (name: keyof typeof routes, change: Partial<Sent> = {}): Promise<Received> =>
  sendTo(it, name, { id: session.id, ...change });
const refusal = (received: Received): string => refusalOf(it, received);

test("every route has an example, so that none escapes these tables", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(routes).sort());
});

describe.each(guarded)("%s is refused", (name, route) => {
  test("without a token", async () => {
    const received = await send(name);
    expect(received.status).toBe(401);
    expect(refusal(received)).toBe("unauthorized");
  });

  test("C05 with a wrong token of any length, a cookie or a token in the address", async () => {
    const flipped = it.token.slice(0, -1) + (it.token.endsWith("A") ? "B" : "A");
    const wrong = [
      flipped,
      it.token.slice(1),
      `${it.token}x`,
      "",
      "x",
      randomBytes(32).toString("base64url"),
    ];
    for (const token of wrong) expect(refusal(await send(name, { token }))).toBe("unauthorized");
    for (const headers of [
      { cookie: `token=${it.token}` },
      { authorization: it.token },
      { authorization: `Basic ${it.token}` },
      { authorization: `Bearer ${it.token} ${it.token}` },
      { "sec-websocket-protocol": `maestro.token.${it.token}` },
    ]) {
      expect(refusal(await send(name, { headers }))).toBe("unauthorized");
    }
    const path = `${pathOf(route.path)}?token=${it.token}`;
    expect(refusal(await send(name, { path }))).toBe("unauthorized");
  });

  test("C11 with the ticket of another session, and with its own unless it may report", async () => {
    const foreign = it.access.ticketFor(other.id);
    expect(refusal(await send(name, { token: foreign }))).toBe("unauthorized");
    const own = await send(name, { token: it.access.ticketFor(session.id) });
    const may = route.access === "ticket";
    expect(own.status).toBe(may ? route.status : 401);
    expect(it.operations.calls.length).toBe(may ? 1 : 0);
    const overUnix = await call(it.unix, {
      method: route.method,
      path: pathOf(route.path),
      token: foreign,
      ...EXAMPLES[name],
    });
    expect(overUnix.code).toBe("unauthorized");
  });
});

const everything: (readonly [string, string, string])[] = [
  ...all.map(([name, { method, path }]) => [name, method, path] as const),
  ...Object.entries(sockets).map(([name, { path }]) => [`socket ${name}`, "GET", path] as const),
  ["the page", "GET", "/"],
  ["an unknown path", "GET", "/nothing"],
  ["an unknown path with a body", "POST", "/api/nothing"],
  ["a broken address", "GET", "/%E0%A4%A"],
  ["an unknown method", "PROPFIND", "/"],
];

describe.each(everything)("C01 C03 %s is refused", (_name, method, path) => {
  test("to a name that the daemon does not listen as, before authentication", async () => {
    for (const host of foreignHosts(it.port)) {
      const received = await call(it.tcp, {
        method,
        path: pathOf(path),
        token: it.token,
        headers: { host },
      });
      expect([host, received.status]).toEqual([host, 403]);
      expect(refusal(received)).toBe("forbidden_origin");
    }
  });

  test("without Host, with two, and under HTTP/1.0", async () => {
    const own = `Host: 127.0.0.1:${it.port}\r\n`;
    for (const head of [
      "HTTP/1.0\r\n",
      "HTTP/1.1\r\nConnection: close\r\n",
      "HTTP/1.1\r\nHost: \r\nConnection: close\r\n",
      `HTTP/1.1\r\n${own}Host: evil.example\r\nConnection: close\r\n`,
    ]) {
      const answer = await rawCall(
        it.tcp,
        `${method} ${pathOf(path)} ${head}Authorization: Bearer ${it.token}\r\n\r\n`,
      );
      expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 403 Forbidden");
    }
  });

  test("to a page of another origin, over TCP and over the Unix socket", async () => {
    for (const origin of foreignOrigins(it.port)) {
      const headers = { origin };
      const sent = { method, path: pathOf(path), token: it.token, headers };
      expect(refusal(await call(it.tcp, sent))).toBe("forbidden_origin");
      expect(refusal(await call(it.unix, sent))).toBe("forbidden_origin");
    }
  });
});

test.each(["127.0.0.1", "[::1]", "localhost"])(
  "C01 %s is a name of the daemon's own",
  async (name) => {
    const host = `${name}:${it.port}`;
    const headers = { host, origin: `http://${host}` };
    const received = await call(it.tcp, { path: "/api/sessions", token: it.token, headers });
    expect(received.status).toBe(200);
  },
);

test("C04 a GET changes nothing, whatever method it says it overrides", async () => {
  for (const method of ["DELETE", "POST"]) {
    const headers = { "x-http-method-override": method };
    await send("getSession", { token: it.token, headers });
    await send("listSessions", { token: it.token, headers });
  }
  expect(it.operations.calls).toEqual([]);
  const readable = new Set(all.filter(([, { method }]) => method === "GET").map(([, r]) => r.path));
  for (const [, { path }] of all.filter(([, route]) => !readable.has(route.path))) {
    const received = await call(it.tcp, { path: pathOf(path), token: it.token });
    expect(refusal(received)).toBe("not_found");
  }
});

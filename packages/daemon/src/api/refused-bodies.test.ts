import { gzipSync } from "node:zlib";
import { type Route, routes } from "@maestro/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { addressOf, EXAMPLES } from "./support/examples.ts";
import { call, rawCall, type Received, type Sent } from "./support/http.ts";
import { refusalOf, send as sendTo } from "./support/refused.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

const session = aSession();
const all = Object.entries(routes) as [keyof typeof routes, Route][];
const pathOf = (path: string): string => path.replace(":id", session.id);
const withBody = all.filter(([, route]) => route.body !== undefined);

let it: TestServer;
beforeAll(async () => {
  it = await testServer({ limits: { failuresPerMinute: Infinity, closeMs: 100 } });
  it.operations.put(session);
});
afterAll(() => it.close());
beforeEach(() => {
  it.operations.calls.length = 0;
});

const send = (name: keyof typeof routes, change: Partial<Sent> = {}): Promise<Received> =>
  sendTo(it, name, { id: session.id, ...change });
const refusal = (received: Received): string => refusalOf(it, received);

describe.each(withBody)("%s refuses a body", (name, route) => {
  const token = (): Partial<Sent> => (route.access === "public" ? {} : { token: it.token });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/jsonp",
    "application",
    "",
  ])("C04 of the type %j", async (type) => {
    const body = JSON.stringify(EXAMPLES[name].json);
    const { json: _, ...sent } = { json: undefined, ...token() };
    const { method, path } = route;
    const usual = { method, path: pathOf(path), body, ...sent };
    const received = await call(it.tcp, { ...usual, headers: { "content-type": type } });
    expect(received.status).toBe(415);
    expect(refusal(received)).toBe("unsupported_media_type");
    const origin = { "content-type": type, origin: "https://evil.example" };
    expect(refusal(await call(it.tcp, { ...usual, headers: origin }))).toBe("forbidden_origin");
  });

  test("C08 that is compressed, a bomb or not", async () => {
    const { method, path } = route;
    const sent = { method, path: pathOf(path), ...token() };
    for (const encoding of ["gzip", "br", "deflate", "GZIP"]) {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      const body = gzipSync(Buffer.alloc(1_000_000));
      expect(refusal(await call(it.tcp, { ...sent, body, headers }))).toBe(
        "unsupported_media_type",
      );
    }
  });

  test("C10 that is no object of the right shape, and names the field", async () => {
    const headers = { "content-type": "application/json" };
    const { method, path } = route;
    const sent = { method, path: pathOf(path), ...token(), headers };
    const texts = [
      "{",
      "",
      "null",
      "[]",
      "1",
      '"x"',
      "\ufeff{}",
      '{"a":"\\ud83d"}',
      "{}",
      "[[[[",
      "\0",
    ];
    // Calls whose fields are all optional, or an agent's own, take an empty object.
    const takesNothing = name === "updateSession" || name === "hook";
    for (const body of texts.filter((text) => !takesNothing || text !== "{}")) {
      expect(refusal(await call(it.tcp, { ...sent, body }))).toBe("invalid_request");
    }
    const example = EXAMPLES[name].json ?? {};
    const fields = [
      ["forse", true],
      ["force", "false"],
      ["constructor", { prototype: { force: true } }],
      ["toString", 1],
    ] as const;
    // A hook's payload has whatever fields the agent gives it.
    for (const [field, value] of name === "hook" ? [] : fields) {
      const received = await send(name, { ...token(), json: { ...example, [field]: value } });
      expect(refusal(received)).toBe("invalid_request");
      expect(received.text).toContain(field);
    }
    const poisoned = JSON.stringify(example).replace("{", '{"__proto__":{"force":true},');
    const received = await call(it.tcp, { ...sent, body: poisoned });
    expect(refusal(received)).toBe("invalid_request");
    expect(received.text).toContain("__proto__");
    expect(({} as { force?: boolean }).force).toBeUndefined();
  });

  test("C08 that is larger than it takes, announced or not", async () => {
    const limit = route.bodyLimit ?? 2 * 1024 * 1024;
    const { method, path } = route;
    const sent = { method, path: pathOf(path), ...token() };
    const headers = { "content-type": "application/json" };
    const body = `"${"x".repeat(limit)}"`;
    expect(refusal(await call(it.tcp, { ...sent, body, headers }))).toBe("too_large");
    const authorization = route.access === "public" ? "" : `Authorization: Bearer ${it.token}\r\n`;
    const head = `${method} ${pathOf(path)} HTTP/1.1\r\nHost: 127.0.0.1:${it.port}\r\n${authorization}Content-Type: application/json\r\n`;
    const chunk = `${(limit + 1).toString(16)}\r\n${"x".repeat(limit + 1)}\r\n`;
    const chunked = await rawCall(it.tcp, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/);
    const announced = await rawCall(it.tcp, `${head}Content-Length: 300000000\r\n\r\nx`);
    expect(announced).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/);
  });
});

describe.each(all)("%s refuses", (name, route) => {
  test("what its address may not ask", async () => {
    const address = addressOf(name, session.id);
    const path = `${address}${address.includes("?") ? "&" : "?"}forse=true`;
    const token = route.access === "public" ? {} : { token: it.token };
    const received = await send(name, { path, ...token });
    expect(refusal(received)).toBe("invalid_request");
    expect(received.text).toContain("forse");
  });
});

const deep = (close: string): string =>
  `{"cwd":"/","metadata":{"a":${"[".repeat(450_000)}${close.repeat(450_000)}}}`;

describe("C10 a create request", () => {
  test.each([
    [{ command: {} }, "command"],
    [{ command: ["a", 1] }, "command"],
    [{ worktree: "yes" }, "worktree"],
    [{ worktree: { base_repo: "/r", branch: 1, create_branch: true } }, "worktree.branch"],
    [{ cols: 1 }, "cols"],
    [{ rows: 1001 }, "rows"],
    [{ cols: 80.5 }, "cols"],
    [{ env: { A: 1 } }, "env.A"],
    [{ metadata: [] }, "metadata"],
    [{ name: null }, "name"],
    [{ cwd: "" }, "cwd"],
  ])("with %j is refused by the field's name", async (change, field) => {
    const received = await send("createSession", {
      token: it.token,
      json: { cwd: "/", ...change },
    });
    expect(refusal(received)).toBe("invalid_request");
    expect(received.json).toMatchObject({ details: { field } });
  });

  test("with a number that JSON cannot hold is refused", async () => {
    const body = '{"cwd":"/","cols":1e999}';
    const headers = { "content-type": "application/json" };
    const { method, path } = routes.createSession;
    const received = await call(it.tcp, { method, path, token: it.token, body, headers });
    expect(refusal(received)).toBe("invalid_request");
    expect(received.json).toMatchObject({ details: { field: "cols" } });
  });

  test("C08 nested without end is refused, closed or not", async () => {
    const headers = { "content-type": "application/json" };
    const { method, path } = routes.createSession;
    for (const body of [deep("]"), deep("")]) {
      const received = await call(it.tcp, { method, path, token: it.token, body, headers });
      expect(refusal(received)).toBe("invalid_request");
    }
  });

  test("keeps what only looks dangerous", async () => {
    const metadata = { constructor: 1, toString: "x", "": null };
    const received = await send("createSession", { token: it.token, json: { cwd: "/", metadata } });
    expect(received.status).toBe(201);
    expect(it.operations.calls[0]).toMatchObject(["create", { metadata }]);
  });
});

describe("C10 a kill", () => {
  test.each(["TRUE", "1", "yes", "", "false&force=true"])(
    "with force=%s is refused",
    async (word) => {
      const path = `/api/sessions/${session.id}?force=${word}`;
      expect(refusal(await send("killSession", { token: it.token, path }))).toBe("invalid_request");
    },
  );

  test("takes force from the address alone, never from a body", async () => {
    it.operations.put(aSession({ id: session.id }));
    for (const body of ['{"force":true}', '{"constructor":{"prototype":{"force":true}}}']) {
      it.operations.calls.length = 0;
      const headers = { "content-type": "application/json" };
      await send("killSession", { token: it.token, body, headers });
      expect(it.operations.calls).toEqual([["kill", session.id, false]]);
      it.operations.put(session);
    }
    it.operations.calls.length = 0;
    const headers = { "content-type": "application/json" };
    const body = '{"__proto__":{"force":true}}';
    expect(refusal(await send("killSession", { token: it.token, body, headers }))).toBe(
      "invalid_request",
    );
  });
});

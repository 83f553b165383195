import { ApiError, routes } from "@maestro/protocol";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { addressOf, EXAMPLES } from "./support/examples.ts";
import { call, rawCall, type Received } from "./support/http.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { openSocket } from "./support/websocket.ts";

const session = aSession();
const names = (Object.keys(routes) as (keyof typeof routes)[]).filter(
  // That one ends the server that all the others are sent to.
  (name) => name !== "shutdown",
);

let it: TestServer;
beforeAll(async () => {
  it = await testServer({
    limits: { failuresPerMinute: Infinity, closeMs: 100, requestMs: 1_000 },
  });
});
afterAll(() => it.close());
beforeEach(() => {
  it.operations.put(session);
  it.logged.length = 0;
});

/** What is wrong with an answer to nonsense: nobody foresaw it, or it is of no declared shape. */
function wrong(received: Received): string | null {
  if (received.status < 400) return null;
  const body = ApiError.safeParse(received.json);
  if (!body.success) return `${received.status} in another shape: ${received.text}`;
  return body.data.code === "internal" ? `internal: ${it.logged.join("\n")}` : null;
}

/** A right body with some of it replaced by anything, and keys that nobody asked for. */
const bodyOf = (name: keyof typeof routes): fc.Arbitrary<string> => {
  const right = EXAMPLES[name].json ?? {};
  const any = fc.jsonValue({ maxDepth: 3 });
  const changed = fc
    .tuple(
      fc.subarray(Object.keys(right)),
      fc.dictionary(fc.constantFrom(...Object.keys(right), "__proto__", "x", ""), any, {
        maxKeys: 3,
      }),
    )
    .map(([kept, more]) =>
      JSON.stringify({ ...Object.fromEntries(kept.map((key) => [key, right[key]])), ...more }),
    );
  return fc.oneof(
    changed,
    any.map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary", maxLength: 60 }),
    changed.chain((text) => fc.nat(text.length).map((length) => text.slice(0, length))),
  );
};

/** What can stand in an address: anything else never leaves an HTTP client. */
const query = fc
  .array(
    fc.tuple(fc.string({ maxLength: 8 }), fc.string({ unit: "binary-ascii", maxLength: 12 })),
    {
      maxLength: 3,
    },
  )
  .map((pairs) => {
    const usual = ["force", "scrollback", "format", "for", "after", "timeout_s", "path", "ref"];
    return pairs
      .map(
        ([key, value], at) =>
          `${usual[key.length + at] ?? encodeURIComponent(key)}=${encodeURIComponent(value)}`,
      )
      .join("&");
  });
const id = fc.oneof(
  fc.constant(session.id),
  fc.string({ unit: "binary", maxLength: 40 }).map(encodeURIComponent),
  fc.constantFrom("%", "..", "%2e%2e", "%00", "a".repeat(300)),
);

test.each(names)("whatever is sent to %s is answered in a declared shape", async (name) => {
  const { method } = routes[name];
  const sent = fc.record({ id, query, body: bodyOf(name) });
  await fc.assert(
    fc.asyncProperty(sent, async (what) => {
      const path = addressOf(name, what.id === "" ? "x" : what.id);
      const joint = path.includes("?") ? "&" : "?";
      const received = await call(it.tcp, {
        method,
        path: what.query === "" ? path : path + joint + what.query,
        token: it.token,
        ...(method !== "GET" && {
          body: what.body,
          headers: { "content-type": "application/json" },
        }),
      });
      expect(wrong(received)).toBeNull();
    }),
    { numRuns: 25 },
  );
});

test("whatever bytes come as a request, the next one is answered", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "GET ",
      "POST ",
      "/api/sessions",
      " HTTP/1.1\r\n",
      "HTTP/2.0",
      "\r\n\r\n",
      ": ",
    ),
    fc.constantFrom(
      "Host: 127.0.0.1",
      "Content-Length: 9",
      "Transfer-Encoding: chunked\r\n",
      "PRI * ",
    ),
    fc.string({ unit: "binary-ascii", maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      // Ended by our end, so that a beginning of something right is not waited for.
      const said = await rawCall(it.tcp, `${pieces.join("")}\r\n\r\n\r\n`).catch(() => "");
      expect(said).not.toMatch(/HTTP\/1\.1 (2\d\d|5\d\d)/);
    }),
    { numRuns: 60 },
  );
  expect((await call(it.tcp, { path: "/api/health" })).status).toBe(200);
  expect(it.logged.filter((line) => line.includes('"error"'))).toEqual([]);
});

test("whatever frames come, an attached client stays or is closed for a stated reason", async () => {
  const frame = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc
      .record(
        {
          type: fc.constantFrom("resize", "paste", "focus", "ack", "exec", "__proto__"),
          cols: fc.oneof(fc.double(), fc.string(), fc.constant(80)),
          text: fc.jsonValue({ maxDepth: 1 }),
          bytes: fc.oneof(fc.double(), fc.string()),
          focused: fc.jsonValue({ maxDepth: 0 }),
        },
        { requiredKeys: ["type"] },
      )
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 15 }), async (frames) => {
      const client = await openSocket(it.tcp, `/api/sessions/${session.id}/attach`, it.token);
      for (const one of frames) client.socket.send(one);
      client.socket.close();
      expect([1000, 1005, 1009, 4000]).toContain(await client.closed);
    }),
    { numRuns: 60 },
  );
  expect(it.logged.filter((line) => line.includes('"error"'))).toEqual([]);
});

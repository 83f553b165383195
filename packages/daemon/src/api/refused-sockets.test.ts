import { sockets } from "@maestro/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { foreignHosts, foreignOrigins } from "./support/foreign.ts";
import { call, type Received, upgrade } from "./support/http.ts";
import { refusalOf } from "./support/refused.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

const session = aSession();
const other = aSession();
const pathOf = (path: string): string => path.replace(":id", session.id);

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
const refusal = (received: Received): string => refusalOf(it, received);

const offered = (token: string) => ({
  "sec-websocket-protocol": `maestro.v1, maestro.token.${token}`,
});

describe.each(Object.entries(sockets))("socket %s is refused", (_name, socket) => {
  const path = pathOf(socket.path);

  test("without a token, with a wrong one, with a cookie or one in the address", async () => {
    for (const headers of [
      {},
      { "sec-websocket-protocol": "maestro.v1" },
      offered("wrong"),
      offered(it.token.slice(1)),
      { authorization: "Bearer wrong" },
      { cookie: `token=${it.token}` },
    ]) {
      expect(refusal(await upgrade(it.tcp, path, headers))).toBe("unauthorized");
    }
    expect(refusal(await upgrade(it.tcp, `${path}?token=${it.token}`))).toBe("unauthorized");
  });

  test("C11 with a session's ticket, its own too", async () => {
    for (const { id } of [session, other]) {
      expect(refusal(await upgrade(it.tcp, path, offered(it.access.ticketFor(id))))).toBe(
        "unauthorized",
      );
    }
  });

  test("C03 to a page of another origin and to a foreign name, before the upgrade", async () => {
    for (const origin of foreignOrigins(it.port)) {
      const headers = { origin, ...offered(it.token) };
      expect(refusal(await upgrade(it.tcp, path, headers))).toBe("forbidden_origin");
      expect(refusal(await upgrade(it.unix, path, { origin }))).toBe("forbidden_origin");
    }
    for (const host of foreignHosts(it.port)) {
      expect(refusal(await upgrade(it.tcp, path, { host, ...offered(it.token) }))).toBe(
        "forbidden_origin",
      );
    }
  });

  test("as a plain call, and with a query that it does not know", async () => {
    expect(refusal(await call(it.tcp, { path, token: it.token }))).toBe("invalid_request");
    expect(refusal(await upgrade(it.tcp, `${path}?forse=true`, offered(it.token)))).toBe(
      "invalid_request",
    );
  });

  test("but not with a token among the subprotocols, of which none but the version is answered", async () => {
    const received = await upgrade(it.tcp, path, {
      ...offered(it.token),
      origin: `http://127.0.0.1:${it.port}`,
    });
    expect(received.status).toBe(101);
    expect(received.headers["sec-websocket-protocol"]).toBe("maestro.v1");
  });
});

test("only sockets can be upgraded", async () => {
  const authorization = `Bearer ${it.token}`;
  for (const path of ["/api/sessions", "/", "/api/health"]) {
    expect(refusal(await upgrade(it.tcp, path, { authorization }))).toBe("invalid_request");
  }
  expect(refusal(await upgrade(it.tcp, "/nothing", { authorization }))).toBe("not_found");
});

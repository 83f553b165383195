import { expect, test } from "vitest";
import { originConnection } from "./origin-connection.ts";

const ignore = (): void => {};

test("the token travels in a header and in a subprotocol, never in the address", async () => {
  const seen: unknown[] = [];
  class FakeWebSocket extends EventTarget {
    constructor(url: string, protocols: string[]) {
      super();
      seen.push([url, protocols]);
    }
  }
  const connection = originConnection({
    url: "https://host:7717",
    token: "s3cret",
    fetch: (url, init) => {
      seen.push([url, init?.headers]);
      return Promise.resolve(new Response("{}"));
    },
    WebSocket: FakeWebSocket as unknown as typeof WebSocket,
  });
  await connection.fetch("/api/status", { method: "GET", headers: { a: "b" } });

  const handlers = { opened: ignore, message: ignore, closed: ignore };
  connection.openSocket("/api/events", ["maestro.v1"], handlers);
  expect(seen).toEqual([
    ["https://host:7717/api/status", { a: "b", authorization: "Bearer s3cret" }],
    ["wss://host:7717/api/events", ["maestro.v1", "maestro.token.s3cret"]],
  ]);
});

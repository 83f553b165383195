import { afterEach, beforeEach, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { actsOf, attachTo } from "./support/attached.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { until } from "./support/websocket.ts";

const session = aSession();

let it: TestServer;
beforeEach(async () => {
  it = await testServer();
  it.operations.put(session);
});
afterEach(() => it.close());

test("a client that says what it has shown is not sent far ahead of that, and catches up", async () => {
  const { client, attachment } = await attachTo(it, session.id);
  const { viewer } = attachment;
  const taken = (): number =>
    client.received
      .filter((frame) => Buffer.isBuffer(frame))
      .reduce((sum, frame) => sum + frame.length, 0);
  const ack = (bytes: number): void => client.socket.send(JSON.stringify({ type: "ack", bytes }));
  viewer.control({ type: "live" });
  ack(0);
  client.socket.send(Buffer.from("y"));
  await until(() => actsOf(attachment).length > 0);
  const chunk = Buffer.alloc(64 * 1024, "x");
  for (let sent = 0; sent < 64; sent += 1) viewer.bytes(chunk);
  expect(viewer.queuedBytes).toBe(Infinity);
  await until(() => taken() === 128 * 1024);
  attachment.acts.length = 0;
  ack(32 * 1024);
  client.socket.send(Buffer.from("y"));
  await until(() => actsOf(attachment).length > 0);
  expect([attachment.acts.some(([act]) => act === "drained"), taken()]).toEqual([
    false,
    128 * 1024,
  ]);
  ack(128 * 1024);
  await until(() => attachment.acts.some(([act]) => act === "drained"));
  viewer.control({ type: "resync", cols: 80, rows: 24 });
  viewer.bytes(Buffer.from("snapshot"));
  await client.next((frame) => Buffer.isBuffer(frame) && frame.toString() === "snapshot");
});

import { INPUT_LIMIT } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { type Attached, actsOf, attachTo } from "./support/attached.ts";
import { type TestServer, testServer } from "./support/test-server.ts";
import { gate, until } from "./support/websocket.ts";

const session = aSession();

let it: TestServer;
beforeEach(async () => {
  it = await testServer();
  it.operations.put(session);
});
afterEach(() => it.close());

const attach = (): Promise<Attached> => attachTo(it, session.id);

/** Stops the client's reading and fills what the network takes, until far more waits in the daemon. */
async function stall({ client, attachment }: Attached): Promise<number> {
  client.socket.pause();
  const chunk = Buffer.alloc(1024 * 1024, "x");
  let sent = 0;
  while (attachment.viewer.queuedBytes < 16 * chunk.length) {
    attachment.viewer.bytes(chunk);
    sent += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sent;
}

test("a client that sends nonsense and reads nothing is not told so again and again", async () => {
  const attached = await attach();
  await stall(attached);
  const { client, attachment } = attached;
  const queued = attachment.viewer.queuedBytes;
  for (let i = 0; i < 100; i += 1) client.socket.send("{");
  client.socket.send(Buffer.from("end"));
  await until(() => actsOf(attachment).length > 0);
  expect(attachment.viewer.queuedBytes).toBeLessThanOrEqual(queued);
});

test("what a slow client has queued is told, and that it drained", async () => {
  const { client, attachment } = await attach();
  await until(() => attachment.acts.length > 0);
  const sent = await stall({ client, attachment });
  attachment.acts.length = 0;
  // Others are served meanwhile.
  const { client: other, attachment: otherAttachment } = await attach();
  otherAttachment.viewer.bytes(Buffer.from("quick"));
  await other.next((frame) => Buffer.isBuffer(frame));
  expect(attachment.acts).toEqual([]);
  client.socket.resume();
  await until(() => attachment.acts.length > 0);
  expect(attachment.acts.every(([act, queued]) => act === "drained" && queued === 0)).toBe(true);
  expect(attachment.viewer.queuedBytes).toBe(0);
  const taken = (): number =>
    client.received.reduce(
      (sum: number, frame) => sum + (Buffer.isBuffer(frame) ? frame.length : 0),
      0,
    );
  await until(() => taken() === sent);
  expect(taken()).toBe(sent);
});

test("a program that reads nothing makes its client wait, and costs bounded memory", async () => {
  const { opened, open } = gate();
  it.operations.inputTaken = opened;
  const { client, attachment } = await attach();
  const frame = Buffer.alloc(256 * 1024, "x");
  const frames = 100;
  for (let i = 0; i < frames; i += 1) client.socket.send(frame);
  client.socket.send('{"type":"focus","focused":true}');
  await until(() => actsOf(attachment).length >= 5);
  // Everybody else is served, and the rest is still not read.
  const other = await attach();
  other.client.socket.send(Buffer.from("y"));
  await until(() => actsOf(other.attachment).length > 0);
  expect(actsOf(attachment).length).toBe(5);
  expect(client.socket.bufferedAmount).toBeGreaterThan(0);
  open();
  await until(() => actsOf(attachment).some(([act]) => act === "focus"));
  expect(actsOf(attachment).length).toBe(frames + 1);
});

test("C08 a frame over the limit, and a fragmented one without end, close with 1009", async () => {
  const { client, attachment } = await attach();
  client.socket.send(Buffer.alloc(INPUT_LIMIT + 1));
  expect(await client.closed).toBe(1009);
  await until(() => attachment.acts.some(([act]) => act === "leave"));
  const second = await attach();
  for (let sent = 0; sent <= INPUT_LIMIT; sent += 1024 * 1024) {
    second.client.socket.send(Buffer.alloc(1024 * 1024), { fin: false, binary: true });
  }
  expect(await second.client.closed).toBe(1009);
  expect(actsOf(second.attachment)).toEqual([["leave"]]);
});

test("C08 a compressed frame is refused, not inflated", async () => {
  const { client, attachment } = await attach();
  expect(client.socket.extensions).toBe("");
  // FIN, RSV1 (compressed), binary; masked, of one byte.
  const raw = Reflect.get(client.socket, "_socket") as { write(bytes: Buffer): void };
  raw.write(Buffer.from([0xc2, 0x81, 0, 0, 0, 0, 1]));
  expect(await client.closed).toBe(1002);
  await until(() => attachment.acts.some(([act]) => act === "leave"));
  expect(actsOf(attachment)).toEqual([["leave"]]);
});

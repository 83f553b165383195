import { expect, test } from "vitest";
import { aSession } from "./support/a-session.ts";
import { type Attached, attachTo } from "./support/attached.ts";
import { testServer } from "./support/test-server.ts";
import { until } from "./support/websocket.ts";

/** Stops the client's reading while more waits for it than the network takes. */
function stop({ client, attachment }: Attached): void {
  client.socket.pause();
  const chunk = Buffer.alloc(1024 * 1024, "x");
  for (let sent = 0; sent < 16; sent += 1) attachment.viewer.bytes(chunk);
}

test("a client that stops while something waits for it is asked long before it is dropped", async () => {
  const it = await testServer({ limits: { heartbeatMs: 200 } });
  try {
    const session = aSession();
    it.operations.put(session);
    const attach = (): Promise<Attached> => attachTo(it, session.id);
    const [slow, gone, other] = [await attach(), await attach(), await attach()];
    let pings = 0;
    other.client.socket.on("ping", () => {
      pings += 1;
    });
    stop(slow);
    stop(gone);
    await until(() => pings >= 4);
    slow.client.socket.resume();
    await until(() => slow.attachment.viewer.queuedBytes === 0);
    slow.attachment.viewer.bytes(Buffer.from("there again"));
    await slow.client.next(
      (frame) => Buffer.isBuffer(frame) && frame.equals(Buffer.from("there again")),
    );
    await until(() => gone.attachment.acts.some(([act]) => act === "leave"));
    expect(slow.attachment.acts.some(([act]) => act === "leave")).toBe(false);
  } finally {
    await it.close();
  }
});

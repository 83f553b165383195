import type { Act, FakeAttachment } from "./fake-operations.ts";
import type { TestServer } from "./test-server.ts";
import { type Client, openSocket } from "./websocket.ts";

/** A client and its other end. */
export interface Attached {
  readonly client: Client;
  readonly attachment: FakeAttachment;
}

/** Attaches the owner over TCP to the session of this id. */
export async function attachTo(it: TestServer, id: string, query = ""): Promise<Attached> {
  const client = await openSocket(it.tcp, `/api/sessions/${id}/attach${query}`, it.token);
  await client.next(({ type }) => type === "attached");
  const attachment = it.operations.attached.at(-1);
  if (attachment === undefined) throw new Error("nothing attached");
  return { client, attachment };
}

/** What the client did, the news of drained queues aside. */
export function actsOf(attachment: FakeAttachment): readonly Act[] {
  return attachment.acts.filter(([act]) => act !== "drained");
}

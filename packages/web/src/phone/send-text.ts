import type { Session } from "@maestro/protocol";
import { type Daemon, reportFailure } from "../state/daemon.ts";

/** A name for one sending, so that a repetition by the network is not typed twice. */
function requestId(): string {
  // Not randomUUID: over plain HTTP browsers keep that from pages.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Types a message and submits it; answers whether it arrived. */
export async function sendMessage({ api }: Daemon, id: string, text: string): Promise<boolean> {
  return send(api, id, { text, submit: true });
}

/** Answers a question by one key. Agents act on the key itself, other programs wait for Enter. */
export async function sendReply({ api }: Daemon, session: Session, key: string): Promise<boolean> {
  const submit = session.agent === null && key !== "\u001b";
  return send(api, session.id, { text: key, submit });
}

async function send(
  api: Daemon["api"],
  id: string,
  input: { readonly text: string; readonly submit: boolean },
): Promise<boolean> {
  try {
    await api.sendInput({ params: { id }, body: { ...input, request_id: requestId() } });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

import type { CreateSession, Session } from "@maestro/protocol";
import { ActivityLog } from "./activity-log.ts";
import type { TestDaemon } from "./test-daemon.ts";

/** A session whose shown activity is followed from its beginning, and the ways to type into it. */
export interface AgentSession {
  readonly id: string;
  readonly log: ActivityLog;
  /** Types a text, and Enter. */
  readonly send: (text: string) => Promise<unknown>;
  /** Types keys as they are. */
  readonly press: (keys: string) => Promise<unknown>;
  readonly now: () => Promise<Session>;
  /** Waits until the agent draws that it works, and no question any more. */
  readonly untilItWorks: () => Promise<unknown>;
}

/** Starts a command and follows what it is shown to do. */
export async function startFollowed(
  daemon: TestDaemon,
  command: readonly string[],
  request: Partial<CreateSession> = {},
): Promise<AgentSession> {
  const { id } = await daemon.create({ ...request, command: [...command] });
  const log = await ActivityLog.open(daemon, id);
  const params = { id };
  return {
    id,
    log,
    send: (text) => daemon.api.sendInput({ params, body: { text, submit: true } }),
    press: (text) => daemon.api.sendInput({ params, body: { text, submit: false } }),
    now: () => daemon.api.getSession({ params }),
    untilItWorks: () => daemon.untilScreen(id, /\besc\b.*\b(?:interrupt|cancel)\b/),
  };
}

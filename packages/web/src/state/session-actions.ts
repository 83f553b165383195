import { ApiFailure } from "@maestro/client";
import type { Session } from "@maestro/protocol";
import { whoNeedsYou } from "../sessions/mark.ts";
import { type Daemon, reportFailure } from "./daemon.ts";
import { openSession, showOverlay, usePage } from "./page-store.ts";

/**
 * Ends or dismisses a session. A running one is asked about first where the daemon would not ask:
 * one key must not end an agent in the middle of its work.
 */
export function askToEnd(daemon: Daemon, session: Session): void {
  if (session.status === "running" && session.blocked_work === null) {
    showOverlay({ kind: "end", id: session.id });
  } else {
    void end(daemon, session.id);
  }
}

/** Ends a session, or shows why the daemon refuses to. */
export async function end(daemon: Daemon, id: string, force = false): Promise<void> {
  const query = force ? ({ force: "true" } as const) : {};
  try {
    await daemon.api.killSession({ params: { id }, query });
    showOverlay(null);
  } catch (error) {
    if (
      error instanceof ApiFailure &&
      error.code === "kill_guarded" &&
      error.unsavedWork !== null
    ) {
      showOverlay({ kind: "refused-end", id, work: error.unsavedWork });
      return;
    }
    showOverlay(null);
    if (!(error instanceof ApiFailure && error.code === "not_found")) reportFailure(error);
  }
}

/** Starts a dead or dormant session again. */
export async function resume(daemon: Daemon, id: string): Promise<void> {
  try {
    await daemon.api.resumeSession({ params: { id } });
    openSession(id);
  } catch (error) {
    reportFailure(error);
  }
}

/** Gives a session another name. */
export async function rename(daemon: Daemon, id: string, name: string): Promise<void> {
  try {
    await daemon.api.updateSession({ params: { id }, body: { name } });
  } catch (error) {
    reportFailure(error);
  }
}

/** Shows who has waited longest; asked again, the next one. */
export function focusNextWaiting(): void {
  const { view, layout } = usePage.getState();
  const waiting = whoNeedsYou(view.sessions.values());
  const current = layout.ids[layout.focused];
  const at = waiting.findIndex(({ id }) => id === current);
  const next = waiting[at === -1 ? 0 : (at + 1) % waiting.length];
  if (next !== undefined) openSession(next.id);
}

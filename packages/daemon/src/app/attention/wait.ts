import type { WaitFor } from "@maestro/protocol";
import type { WaitRequest, Waiting } from "../attention-operations.ts";
import type { Session, SessionId } from "../../domain/session.ts";
import type { AppContext } from "../app-context.ts";
import { notFound } from "../find-session.ts";

/**
 * Resolves when the session has reached the state: the activity itself, not its acknowledged
 * display. A session that ends will never be active again, so waiting for an activity ends with it.
 */
export function waitForSession(
  context: AppContext,
  id: SessionId,
  { state, after, timeoutMs, signal }: WaitRequest & { readonly signal: AbortSignal },
): Promise<Waiting> {
  const { store, hub, attention } = context;
  const place = after === null ? null : hub.placeOf(after);
  return new Promise((resolve, reject) => {
    let last = store.get(id);
    let stop = (): void => {};
    const answer = (reached: boolean): void => {
      stop();
      if (last === null) reject(notFound(id));
      else resolve({ reached, session: last, seq: hub.seq });
    };
    const look = (): boolean => {
      const session = store.get(id);
      if (session === null) {
        stop();
        reject(notFound(id));
        return true;
      }
      last = session;
      const verdict = judge(context, session, { state, place });
      if (verdict === "not-yet") return false;
      answer(verdict === "reached");
      return true;
    };
    if (look()) return;
    const giveUp = (): void => answer(false);
    if (signal.aborted) return giveUp();
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener("abort", giveUp, { once: true });
    // The stream tells of ends; a change that is not shown is told by attention alone.
    const unlisten = [hub.listen(() => void look()), attention.listen(() => void look())];
    stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      for (const end of unlisten) end();
    };
  });
}

function judge(
  { attention }: AppContext,
  session: Session,
  { state, place }: { readonly state: WaitFor; readonly place: number | null },
): "reached" | "never" | "not-yet" {
  const { life } = session;
  if (state === "settled") {
    return life.phase === "dead" && life.settled ? "reached" : "not-yet";
  }
  if (state === "dead") {
    if (life.phase === "dormant") return "never";
    return life.phase === "dead" ? "reached" : "not-yet";
  }
  if (life.phase !== "running") return "never";
  const { activity, changedSeq } = attention.actual(session.id);
  return activity === state && (place === null || changedSeq > place) ? "reached" : "not-yet";
}

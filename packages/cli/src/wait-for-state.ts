import { type Api, type Connection, createApi } from "@maestro/client";
import type { Session, WaitFor } from "@maestro/protocol";

/** What is waited for. */
export interface Wish {
  /** Any of these will do. */
  readonly states: readonly WaitFor[];
  /** Only a change later than this place in the event stream counts. */
  readonly after?: string;
  /** null waits for ever. */
  readonly timeoutMs: number | null;
  /** Ends the wait, which then never resolves. */
  readonly signal?: AbortSignal;
}

/** What a wait came to. `never`: the session ended, and what was waited for cannot come any more. */
export type WaitOutcome =
  | { readonly kind: "reached"; readonly state: WaitFor; readonly session: Session }
  | { readonly kind: "never"; readonly session: Session }
  | { readonly kind: "timed-out"; readonly session: Session };

/** The daemon's answer to one wait comes by then; a longer one is asked for again. */
const LONGEST_WAIT_S = 600;

/** How much later than promised an answer may come. */
const GRACE_MS = 30_000;

/** What a running session can be; all that an activity can end a turn with. */
export const REST: readonly WaitFor[] = ["awaiting_input", "idle", "error"];

/** Waits until a session has reached one of the states. */
export async function waitForState(
  connection: Connection,
  id: string,
  wish: Wish,
): Promise<WaitOutcome> {
  const done = new AbortController();
  wish.signal?.addEventListener("abort", () => done.abort(), { once: true });
  const api = createApi(abortable(connection, done.signal), LONGEST_WAIT_S * 1_000 + GRACE_MS);
  const end = wish.timeoutMs === null ? null : Date.now() + wish.timeoutMs;
  try {
    return await Promise.any(wish.states.map((state) => waitForOne(api, id, { wish, state, end })));
  } catch (error) {
    // All of them ended in the same way; the first says how.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    if (first instanceof NotReached) return first.outcome;
    if (wish.signal?.aborted === true) return await new Promise<never>(() => {});
    throw first;
  } finally {
    done.abort();
  }
}

class NotReached extends Error {
  readonly outcome: Exclude<WaitOutcome, { kind: "reached" }>;

  constructor(outcome: NotReached["outcome"]) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

interface One {
  readonly wish: Wish;
  readonly state: WaitFor;
  readonly end: number | null;
}

async function waitForOne(api: Api, id: string, { wish, state, end }: One): Promise<WaitOutcome> {
  for (;;) {
    const left = end === null ? LONGEST_WAIT_S : Math.max(0, (end - Date.now()) / 1_000);
    const after = wish.after === undefined ? {} : { after: wish.after };
    const timeout_s = Math.min(left, LONGEST_WAIT_S).toFixed(3);
    const query = { for: state, timeout_s, ...after };
    const { reached, session } = await api.waitForSession({ params: { id }, query });
    if (reached) return { kind: "reached", state, session };
    if (isBeyond(session, state)) throw new NotReached({ kind: "never", session });
    if (end !== null && Date.now() >= end) throw new NotReached({ kind: "timed-out", session });
  }
}

/** A session that does not run does nothing any more, and one that was cut off never ends. */
function isBeyond({ status }: Session, state: WaitFor): boolean {
  const isEnd = state === "dead" || state === "settled";
  return status === "dormant" || (status === "dead" && !isEnd);
}

function abortable(connection: Connection, signal: AbortSignal): Connection {
  return {
    ...connection,
    fetch: (path, request) =>
      connection.fetch(path, {
        ...request,
        signal: request.signal === undefined ? signal : AbortSignal.any([request.signal, signal]),
      }),
  };
}

import type { Activity } from "@maestro/protocol";
import type { SessionId } from "../domain/session.ts";
import type { Clock } from "../ports/clock.ts";
import type { AgentReport } from "./operations.ts";
import type { SessionStore } from "./session-store.ts";

/** How long a report stands when nothing ends it: an agent that died must not pin its last word. */
const REPORT_TTL_MS = 5 * 60_000;

interface Standing {
  readonly state: Activity;
  readonly until: number;
}

/** What agents said of themselves, for as long as it stands. */
export class Reports {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #standing = new Map<SessionId, Standing>();

  constructor(store: SessionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes a running session's report; one that repeats itself is silent. */
  report(id: SessionId, { state, detail }: AgentReport): void {
    const session = this.#store.get(id);
    if (session?.life.phase !== "running") return;
    const now = this.#clock.now();
    this.#standing.set(id, { state, until: now + REPORT_TTL_MS });
    const since = session.observed.activity === state ? session.observed.activitySince : now;
    const seen = { activity: state, activityDetail: detail, activitySince: since };
    this.#store.observe(id, seen, true);
  }

  /** The reported activity that stands now, or null where observation decides. */
  standing(id: SessionId): Activity | null {
    const standing = this.#standing.get(id);
    if (standing === undefined) return null;
    if (standing.until > this.#clock.now()) return standing.state;
    this.#standing.delete(id);
    this.#store.observe(id, { activityDetail: null }, true);
    return null;
  }

  /** Somebody answered: what was asked for or had failed is no longer the last word. */
  inputSubmitted(id: SessionId): void {
    const standing = this.#standing.get(id);
    if (standing?.state === "awaiting_input" || standing?.state === "error") this.forget(id);
  }

  forget(id: SessionId): void {
    if (this.#standing.delete(id)) this.#store.observe(id, { activityDetail: null }, true);
  }
}

import type { Session } from "@maestro/protocol";
import { EventLog } from "./event-log.ts";
import { eventually, type TestDaemon } from "./test-daemon.ts";

/** One thing that clients were shown of a session, and when. */
export interface Shown {
  readonly activity: Session["activity"] | "ended";
  readonly detail: string | null;
  readonly at: number;
}

/** What clients were shown of one session's activity, without what only repeats it. */
export class ActivityLog {
  readonly #events: EventLog;
  readonly #id: string;
  #from = 0;

  private constructor(events: EventLog, id: string) {
    this.#events = events;
    this.#id = id;
  }

  static async open(daemon: TestDaemon, id: string): Promise<ActivityLog> {
    return new ActivityLog(await EventLog.open(daemon), id);
  }

  /** Everything that was shown since the last `mark`, each state once. */
  get shown(): readonly Shown[] {
    const all: Shown[] = [];
    for (const session of this.#events.states(this.#id)) {
      const { status, activity, activity_detail: detail, activity_since: since } = session;
      const now = status === "running" ? activity : "ended";
      if (all.at(-1)?.activity === now) all.pop();
      all.push({ activity: now, detail, at: Date.parse(since) });
    }
    return all.slice(this.#from);
  }

  get activities(): readonly string[] {
    return this.shown.map(({ activity }) => activity);
  }

  /** Forgets what was shown before, but for the state it is in. */
  mark(): void {
    this.#from += Math.max(0, this.shown.length - 1);
  }

  /** Waits until this is the state that is shown, and answers it. */
  async until(activity: Shown["activity"]): Promise<Shown> {
    return eventually(() => {
      const last = this.shown.at(-1);
      if (last?.activity !== activity) {
        throw new Error(`not ${activity} but ${JSON.stringify(this.shown)}`);
      }
      return last;
    });
  }

  close(): void {
    this.#events.close();
  }
}

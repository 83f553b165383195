import { MaestroError } from "../domain/maestro-error.ts";
import { generateName } from "../domain/session-name.ts";
import { nameOf, type Observed, type Session, type SessionId } from "../domain/session.ts";
import type { Log } from "../ports/log.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { EventHub } from "./event-hub.ts";
import { KeyedQueue } from "./keyed-queue.ts";

/** One session's turn: while a task holds it, nobody else changes that session. */
export interface Turn {
  /** The session as it is at this moment, or null where it is gone. */
  current(): Session | null;
  /**
   * Applies a change: disk, then memory, then event. Nothing is applied where the write fails
   * (`sidecar_failed`) – except with `regardless`, for what has happened whether it can be written
   * or not (a pane that is gone).
   */
  commit(change: (session: Session) => Session, mode?: "regardless"): Promise<Session>;
  /** Takes the session out: disk, then memory, then event. */
  remove(): Promise<void>;
}

/** All sessions: the only place that changes one, on disk, in memory and on the event stream. */
export class SessionStore {
  readonly #records: RecordStore<Session>;
  readonly #hub: EventHub;
  readonly #log: Log;
  readonly #sessions = new Map<SessionId, Session>();
  readonly #claimedNames = new Set<string>();
  readonly #turns = new KeyedQueue<SessionId>();

  constructor(records: RecordStore<Session>, hub: EventHub, log: Log) {
    this.#records = records;
    this.#hub = hub;
    this.#log = log;
  }

  get(id: SessionId): Session | null {
    return this.#sessions.get(id) ?? null;
  }

  list(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** Takes in a session that is on disk already. */
  load(session: Session): void {
    this.#sessions.set(session.id, session);
  }

  /** Publishes a loaded session as it is now. */
  announce(id: SessionId): void {
    const session = this.get(id);
    if (session !== null) this.#hub.publish({ type: "session_added", session });
  }

  /** Writes down that a session is being made, for a daemon that finds it half made. */
  async intend(session: Session): Promise<void> {
    await this.#write(session);
  }

  /** Takes an intention back that came to nothing. */
  async withdraw(id: SessionId): Promise<void> {
    await this.#records.remove(id);
  }

  /**
   * A generated name that no session has, nor one that is being made: the name is taken until it is
   * given back.
   */
  claimName(random: () => number): string {
    const taken = this.list().map((session) => nameOf(session) ?? "");
    const name = generateName(new Set([...taken, ...this.#claimedNames]), random);
    this.#claimedNames.add(name);
    return name;
  }

  /** Gives a name back: its session was added, or came to nothing. */
  giveNameBack(name: string): void {
    this.#claimedNames.delete(name);
  }

  /** Adds a new session: disk, then memory, then event. */
  async add(session: Session): Promise<void> {
    await this.#write(session);
    this.#sessions.set(session.id, session);
    this.#hub.publish({ type: "session_added", session });
  }

  /** Waits for the session's turn and holds it while the task runs. */
  turn<T>(id: SessionId, task: (turn: Turn) => Promise<T>): Promise<T> {
    return this.#turns.run(id, () =>
      task({
        current: () => this.get(id),
        commit: (change, mode) => this.#commit(id, change, mode),
        remove: () => this.#remove(id),
      }),
    );
  }

  /**
   * Notes what was observed, in memory alone; it reaches the disk with the next change. Published
   * where `publish` says so and something differs.
   */
  observe(id: SessionId, seen: Partial<Observed>, publish: boolean): void {
    const session = this.get(id);
    if (session === null) return;
    const changed = Object.entries(seen).some(
      ([key, value]) => session.observed[key as keyof Observed] !== value,
    );
    if (!changed) return;
    const next = { ...session, observed: { ...session.observed, ...seen } };
    this.#sessions.set(id, next);
    if (publish) this.#hub.publish({ type: "session_updated", session: next });
  }

  /** Resolves when no session's turn is taken. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  async #commit(
    id: SessionId,
    change: (session: Session) => Session,
    mode?: "regardless",
  ): Promise<Session> {
    const before = this.#sessions.get(id);
    if (before === undefined) throw new Error(`commit on session ${id}, which is gone`);
    const next = change(before);
    if (next === before) return before;
    try {
      await this.#write(next);
    } catch (error) {
      if (mode !== "regardless") throw error;
      this.#log.error("a session's record could not be written; it changes all the same", {
        id,
        error: (error as Error).message,
      });
    }
    const now = this.#sessions.get(id) ?? before;
    const settled = { ...next, observed: merge(before.observed, next.observed, now.observed) };
    this.#sessions.set(id, settled);
    this.#hub.publish({ type: "session_updated", session: settled });
    return settled;
  }

  async #remove(id: SessionId): Promise<void> {
    await this.#records.remove(id);
    if (this.#sessions.delete(id)) this.#hub.publish({ type: "session_removed", id });
  }

  async #write(session: Session): Promise<void> {
    try {
      await this.#records.write(session);
    } catch (error) {
      throw new MaestroError("sidecar_failed", (error as Error).message, { cause: error });
    }
  }
}

/**
 * What was observed while the file was written must not be lost, nor undo what was decided: a value
 * that the change itself set stands, any other is the latest one.
 */
function merge(before: Observed, decided: Observed, latest: Observed): Observed {
  if (decided === before) return latest;
  const set = Object.entries(decided).filter(
    ([key, value]) => value !== before[key as keyof Observed],
  );
  return { ...latest, ...Object.fromEntries(set) };
}

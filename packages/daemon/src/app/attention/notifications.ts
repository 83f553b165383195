import { nameOf, type Session, type SessionId } from "../../domain/session.ts";
import type { Notice, Notifier } from "../../ports/notifier.ts";
import type { AppContext } from "../app-context.ts";
import type { StreamEvent } from "../operations.ts";
import type { ActivityChange } from "./attention.ts";
import { cleanDetail } from "./clean-detail.ts";

/** What sessions of an earlier run turn out to do within this time is no news. */
const ADOPTED_MS = 10_000;

/** So many within a minute: a person who is told more reads none of it. */
const MOST_PER_MINUTE = 20;

type Context = Pick<AppContext, "store" | "hub" | "attention" | "focus" | "clock" | "log">;

/**
 * Tells a person of every session that turns to waiting or to an error, or that ends with a failure,
 * unless somebody has it before their eyes.
 */
export class Notifications {
  readonly #context: Context;
  readonly #notifier: Notifier;
  readonly #running = new Set<SessionId>();
  #adopted: ReadonlySet<SessionId> = new Set();
  #begunAt = 0;
  #told: readonly number[] = [];
  #stop: () => void = () => {};

  constructor(context: Context, notifier: Notifier) {
    this.#context = context;
    this.#notifier = notifier;
  }

  /** Called once the sessions of earlier runs were found. */
  begin(): void {
    const { store, hub, attention, clock } = this.#context;
    const running = store.list().filter(({ life }) => life.phase === "running");
    this.#adopted = new Set(running.map(({ id }) => id));
    for (const id of this.#adopted) this.#running.add(id);
    this.#begunAt = clock.now();
    const ends = [
      hub.listen((event) => this.#heard(event)),
      attention.listen((change) => this.#changed(change)),
    ];
    this.#stop = () => {
      for (const end of ends) end();
    };
  }

  stop(): void {
    this.#stop();
  }

  #changed({ id, from, to, source }: ActivityChange): void {
    if (to !== "awaiting_input" && to !== "error") return;
    // A program that reads from its terminal and did nothing before asks for nothing. So it is where
    // a report lapses: what it said is no longer known, and nothing has happened.
    if (source === "process" && from !== "active") return;
    const isOld = this.#context.clock.now() - this.#begunAt < ADOPTED_MS && this.#adopted.has(id);
    const session = this.#context.store.get(id);
    if (session === null || isOld) return;
    const detail = session.observed.activityDetail ?? this.#context.attention.lastLine(id);
    this.#tell(session, to, cleanDetail(detail) ?? "");
  }

  #heard(event: StreamEvent): void {
    if (event.type === "session_removed") this.#running.delete(event.id as SessionId);
    if (event.type !== "session_added" && event.type !== "session_updated") return;
    const { session } = event;
    const { id, life } = session;
    if (life.phase === "running") this.#running.add(id);
    else if (this.#running.delete(id) && life.phase === "dead" && life.exit !== null) {
      const { code, signal } = life.exit;
      if (signal !== null) this.#tell(session, "failed", `ended by ${signal}`);
      else if (code !== null && code !== 0) this.#tell(session, "failed", `exit code ${code}`);
    }
  }

  #tell(session: Session, event: Notice["event"], detail: string): void {
    const { focus, clock, log } = this.#context;
    const { id, cwd, agent } = session;
    if (focus.since(id) !== null) return;
    const now = clock.now();
    this.#told = this.#told.filter((at) => now - at < 60_000);
    if (this.#told.length >= MOST_PER_MINUTE) {
      log.warn("too much to tell: a notification was left out", { id, event });
      return;
    }
    this.#told = [...this.#told, now];
    const branch = session.worktree?.branch ?? session.repo?.branch ?? null;
    const name = nameOf(session);
    this.#notifier
      .notify({ event, sessionId: id, name, detail, cwd, branch, agent })
      .catch((error: Error) => {
        log.warn("the notify command failed", { id, event, error: error.message });
      });
  }
}

import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import type { Indicator } from "./indicator.ts";
import { findAgain } from "./find-terminal.ts";
import { retryOccupied } from "./retry-occupied.ts";

const TICK_MS = 2_000;

/** Every so many ticks comes a slow one: once a minute. */
const SLOW_TICKS = 30;

/** Every so many ticks everything is looked at, quiet or not. */
const THOROUGH_TICKS = 5;

/** A session without output for so long is quiet. */
const QUIET_MS = 10_000;

/** Looks at all running sessions at once, every two seconds. */
export class SessionWatch {
  readonly #context: AppContext;
  readonly #indicator: Indicator;
  #ticks = 0;
  #timer: NodeJS.Timeout | null = null;
  #busy: Promise<void> | null = null;
  #retrying: Promise<void> | null = null;

  constructor(context: AppContext, indicator: Indicator) {
    this.#context = context;
    this.#indicator = indicator;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A tick that comes while one is still looking is skipped, not queued.
      this.#busy ??= this.tick()
        .catch((error: Error) => {
          this.#context.log.error("a look at the sessions failed", { error: error.message });
        })
        .finally(() => {
          this.#busy = null;
        });
    }, TICK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#busy;
    await this.#retrying;
  }

  /** One look: ends that nobody announced, and what each session is doing. */
  async tick(): Promise<void> {
    const { host, store, terminals, processes, attention, clock } = this.#context;
    const isThorough = ++this.#ticks % THOROUGH_TICKS === 0;
    const running = store.list().flatMap((session) => {
      const pid = terminals.get(session.id)?.pane?.pid;
      return session.life.phase === "running" && pid !== undefined ? [{ session, pid }] : [];
    });
    const quiet = running.filter(
      ({ session }) => !isThorough && clock.now() - session.observed.lastActivityAt > QUIET_MS,
    );
    const facts = await processes.paneFacts(
      running.map(({ pid }) => pid),
      new Set(quiet.map(({ pid }) => pid)),
    );
    // A tmux server that dies takes its pane along, so a pane that is there speaks for both.
    if (isThorough || facts.size < running.length) await host.sweep();
    const cpuMs = new Map<SessionId, number>();
    for (const { session, pid } of running) {
      const seen = facts.get(pid);
      if (seen === undefined) continue;
      cpuMs.set(session.id, seen.cpuMs);
      const now = store.get(session.id);
      // What ended, or was started again, while the facts were gathered is not what they are of.
      if (now === null || terminals.get(now.id)?.pane?.pid !== pid) continue;
      attention.processSeen(now.id, seen);
    }
    this.#indicator.tick(cpuMs);
    if (this.#ticks % SLOW_TICKS === 0) await this.#slowTick();
  }

  /** What need not be looked at so often. */
  async #slowTick(): Promise<void> {
    const { store, terminals, retained } = this.#context;
    await retained.releaseGone();
    // Not waited for: a large tree takes minutes to go.
    this.#retrying ??= retryOccupied(this.#context)
      .catch((error: Error) => {
        this.#context.log.error("left worktrees could not be tried again", {
          error: error.message,
        });
      })
      .finally(() => {
        this.#retrying = null;
      });
    for (const { id, life, ending } of store.list()) {
      if (life.phase !== "running" || ending !== null || terminals.has(id)) continue;
      await findAgain(this.#context, id);
    }
  }
}

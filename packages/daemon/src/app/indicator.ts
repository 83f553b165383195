import { blockedBy } from "../domain/unsaved-work.ts";
import type { BlockedWork, Session, SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/** A tree in which something happened is looked at this often. */
const BUSY_MS = 15_000;

/** A tree in which nothing seems to happen is looked at this often: other programs write too. */
const QUIET_MS = 5 * 60_000;

/** How many trees are probed at once. */
const AT_ONCE = 2;

interface Looked {
  readonly at: number;
  readonly cpuMs: number;
}

/**
 * Keeps `blocked_work` of running sessions true, with the very probe that guards their end. A tick
 * that finds a look under way skips; it does not queue.
 */
export class Indicator {
  readonly #context: AppContext;
  readonly #looked = new Map<SessionId, Looked>();
  readonly #due: SessionId[] = [];
  readonly #probing = new Set<SessionId>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Looks at every tree that is due; `cpuMs` is what each session's foreground job has used. */
  tick(cpuMs: ReadonlyMap<SessionId, number>): void {
    const { store, clock } = this.#context;
    for (const session of store.list()) {
      const { id } = session;
      if (session.worktree === null || session.life.phase !== "running") continue;
      const cpu = cpuMs.get(id) ?? 0;
      if (isDue(session, this.#looked.get(id), { now: clock.now(), cpuMs: cpu })) {
        this.#looked.set(id, { at: clock.now(), cpuMs: cpu });
        this.look(id);
      }
    }
    for (const id of this.#looked.keys()) {
      // One that is started again is looked at on the first tick, as any new one.
      if (store.get(id)?.life.phase !== "running") this.#looked.delete(id);
    }
  }

  /** Looks at one session's tree soon, because somebody wants to see it. */
  look(id: SessionId): void {
    if (this.#probing.has(id) || this.#due.includes(id)) return;
    this.#due.push(id);
    this.#next();
  }

  #next(): void {
    if (this.#probing.size >= AT_ONCE) return;
    const id = this.#due.shift();
    if (id === undefined) return;
    this.#probing.add(id);
    void this.#probe(id)
      .catch((error: Error) => {
        this.#context.log.warn("a worktree could not be looked at", { id, error: error.message });
      })
      .finally(() => {
        this.#probing.delete(id);
        this.#next();
      });
    this.#next();
  }

  async #probe(id: SessionId): Promise<void> {
    const { store, worktrees } = this.#context;
    const tree = store.get(id)?.worktree ?? null;
    if (tree === null) return;
    const blockedWork = blockedBy(await worktrees.probe(tree));
    const session = store.get(id);
    if (session?.worktree?.path !== tree.path) return;
    if (sameWork(session.observed.blockedWork, blockedWork)) return;
    store.observe(id, { blockedWork }, true);
  }
}

function isDue(
  session: Session,
  looked: Looked | undefined,
  { now, cpuMs }: { readonly now: number; readonly cpuMs: number },
): boolean {
  if (looked === undefined || now - looked.at >= QUIET_MS) return true;
  const happened = session.observed.lastActivityAt > looked.at || cpuMs !== looked.cpuMs;
  return happened && now - looked.at >= BUSY_MS;
}

/** Whether two answers of a probe say the same in counts. */
function sameWork(a: BlockedWork | null, b: BlockedWork | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.uncommitted === b.uncommitted &&
    a.untracked === b.untracked &&
    a.unpushed === b.unpushed &&
    a.inProgress === b.inProgress &&
    a.unknown === b.unknown
  );
}

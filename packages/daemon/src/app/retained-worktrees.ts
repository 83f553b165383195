import type { RetainedReason, RetainedWorktree } from "../domain/retained-worktree.ts";
import { nameOf, type Session, type Worktree } from "../domain/session.ts";
import type { Clock } from "../ports/clock.ts";
import type { RecordStore } from "../ports/record-store.ts";
import type { Paths } from "../ports/session-files.ts";
import type { EventHub } from "./event-hub.ts";

/** What the store of retained worktrees works with. */
export interface RetainedContext {
  readonly records: RecordStore<RetainedWorktree>;
  readonly keyOf: (path: string) => string;
  readonly paths: Paths;
  readonly hub: EventHub;
  readonly clock: Clock;
}

/** A worktree to be remembered. */
export interface Retention {
  readonly tree: Worktree;
  /** The branch checked out in it now; null where its HEAD is detached. */
  readonly branch: string | null;
  readonly reason: RetainedReason;
  readonly detail: string | null;
  /** The session that left it, or null where none did. */
  readonly session: Session | null;
}

/** The device of a tree that is not there now, as it was when its session was made. */
function deviceOf(session: Session | null, tree: Worktree): number | null {
  return session?.cwd === tree.path ? session.cwdDevice : null;
}

/** The worktrees that outlive their sessions: the way back to everything that was kept. */
export class RetainedWorktrees {
  readonly #context: RetainedContext;
  readonly #entries = new Map<string, RetainedWorktree>();

  constructor(context: RetainedContext) {
    this.#context = context;
  }

  async load(): Promise<void> {
    const { records } = await this.#context.records.load();
    for (const entry of records) this.#entries.set(entry.path, entry);
  }

  list(): readonly RetainedWorktree[] {
    return [...this.#entries.values()];
  }

  get(path: string): RetainedWorktree | null {
    return this.#entries.get(path) ?? null;
  }

  /** Remembers a worktree: disk, then memory, then event. One entry per path; the newest stands. */
  async retain(retention: Retention): Promise<void> {
    const { tree, session } = retention;
    const { paths, clock } = this.#context;
    const directory = await paths.directory(tree.path);
    const entry: RetainedWorktree = {
      path: tree.path,
      baseRepo: tree.baseRepo,
      branch: retention.branch,
      reason: retention.reason,
      retainedAt: clock.now(),
      device: directory.kind === "directory" ? directory.device : deviceOf(session, tree),
      baseCommit: tree.baseCommit === "" ? null : tree.baseCommit,
      sessionId: session?.id ?? null,
      sessionName: session === null ? null : nameOf(session),
      command: session?.command ?? "",
      detail: retention.detail,
    };
    await this.#put(entry);
  }

  /** Says anew why a worktree stays. Nothing happens where it is not remembered, or says so already. */
  async explain(path: string, why: Pick<RetainedWorktree, "reason" | "detail">): Promise<void> {
    const entry = this.get(path);
    if (entry === null || (entry.reason === why.reason && entry.detail === why.detail)) return;
    await this.#put({ ...entry, ...why });
  }

  /** Forgets a worktree that is gone or in a session's hands again. */
  async release(path: string): Promise<void> {
    if (!this.#entries.has(path)) return;
    await this.#context.records.remove(this.#context.keyOf(path));
    if (this.#entries.delete(path)) this.#context.hub.publish({ type: "worktree_released", path });
  }

  /** Forgets every entry whose directory is gone for certain. */
  async releaseGone(): Promise<void> {
    for (const { path, device } of this.list()) {
      if (await this.#context.paths.isGone(path, device)) await this.release(path);
    }
  }

  async #put(entry: RetainedWorktree): Promise<void> {
    await this.#context.records.write(entry);
    this.#entries.set(entry.path, entry);
    this.#context.hub.publish({ type: "worktree_retained", worktree: entry });
  }
}

import type { SessionId } from "../../domain/session.ts";
import type { Finding, PaneListener, PaneStart, TerminalHost } from "../../ports/terminal-host.ts";
import { FakePane } from "./fake-pane.ts";
import type { Journal } from "./journal.ts";

/** What an earlier run left of a session, asked with the listener that would hear of it. */
export type Remains = (listener: PaneListener, pane: () => FakePane) => Finding;

/** Terminals without tmux. */
export class FakeHost implements TerminalHost {
  readonly started: PaneStart[] = [];
  readonly panes = new Map<SessionId, FakePane>();
  /** What `find` answers; a session that is not here is gone. */
  readonly remains = new Map<SessionId, Remains>();
  startFailure: Error | null = null;
  clearFailure: Error | null = null;
  listFailure: Error | null = null;
  /** Called when a pane runs and before `start` resolves. */
  onStart: (pane: FakePane, id: SessionId) => void | Promise<void> = () => {};
  readonly #journal: Journal;
  #lastPid = 100;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  directoryOf(id: SessionId): string {
    return `/run/${id}`;
  }

  async version(): Promise<string | null> {
    return "3.3a";
  }

  async start(start: PaneStart, listener: PaneListener): Promise<FakePane> {
    this.started.push(start);
    if (this.startFailure !== null) throw this.startFailure;
    const pane = this.#newPane(start.id, listener);
    this.#journal.note("host: started");
    await this.onStart(pane, start.id);
    return pane;
  }

  async find(id: SessionId, _generation: number | null, listener: PaneListener): Promise<Finding> {
    this.#journal.note(`host: looked for ${id}`);
    const remains = this.remains.get(id);
    return remains?.(listener, () => this.#newPane(id, listener)) ?? { kind: "gone" };
  }

  async list(): Promise<readonly SessionId[]> {
    if (this.listFailure !== null) throw this.listFailure;
    return [...new Set([...this.remains.keys(), ...this.panes.keys()])];
  }

  async sweep(): Promise<void> {}

  async end(id: SessionId): Promise<void> {
    this.#journal.note(`host: ended ${id}`);
    this.remains.delete(id);
    this.panes.delete(id);
  }

  async clear(id: SessionId): Promise<void> {
    if (this.clearFailure !== null) throw this.clearFailure;
    this.#journal.note(`host: cleared ${id}`);
    this.panes.delete(id);
  }

  /** The pane of a session, which a test says must be there. */
  pane(id: SessionId): FakePane {
    const pane = this.panes.get(id);
    if (pane === undefined) throw new Error(`session ${id} has no pane`);
    return pane;
  }

  #newPane(id: SessionId, listener: PaneListener): FakePane {
    const pane = new FakePane(++this.#lastPid, listener, this.#journal);
    this.panes.set(id, pane);
    return pane;
  }
}

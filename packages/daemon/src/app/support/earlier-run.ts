import type { Exit, Session, SessionId } from "../../domain/session.ts";
import { aSession } from "../../domain/support/a-session.ts";
import { Adoptions, recover } from "../recover.ts";
import type { Remains } from "./fake-host.ts";
import { testApp } from "./test-app.ts";

/** How a command of an earlier run ended. */
export const EXIT: Exit = { code: 4, signal: null, at: 9 };

const capture = { cols: 100, rows: 30, bytes: Buffer.from("screen") };

const scrollback = async (): Promise<Uint8Array> => new Uint8Array();

/** The terminal of an earlier run that lives. */
export const alive: Remains = (_listener, pane) => ({
  kind: "alive",
  pane: pane(),
  capture,
  generation: 1,
});

/** One whose command ended while no daemon was there. */
export const ended: Remains = () => ({
  kind: "ended",
  exit: EXIT,
  capture,
  scrollback,
  generation: 1,
});

/** One that gives no answer. */
export const unknown: Remains = () => ({ kind: "unknown", reason: "tmux did not answer" });

/** What an earlier daemon left, and the start of the next one. */
export class EarlierRun {
  readonly app = testApp();

  /** A session that is left on disk. */
  left(different: Partial<Session> = {}): SessionId {
    const session = aSession(different);
    this.app.records.disk.set(session.id, session);
    return session.id;
  }

  /** A daemon start: everything on disk is listed, then looked for. */
  async start(adoptions = new Adoptions()): Promise<Adoptions> {
    const loaded = await this.app.records.load();
    for (const session of loaded.records) this.app.store.load(session);
    await recover(this.app.context, adoptions, loaded);
    return adoptions;
  }

  phase(id: SessionId): Session["life"]["phase"] | null {
    return this.app.store.get(id)?.life.phase ?? null;
  }

  /** The sessions that were announced, in order. */
  announced(): SessionId[] {
    return this.app.events.flatMap((event) =>
      event.type === "session_added" ? [event.session.id] : [],
    );
  }
}

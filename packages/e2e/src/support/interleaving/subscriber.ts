import { type EventStream, followEvents, originConnection } from "@maestro/client";
import type { ServerEvent, Session } from "@maestro/protocol";
import { WebSocket } from "ws";
import type { TestDaemon } from "../test-daemon.ts";

/**
 * A follower of the event stream over any number of the daemon's lives, that watches the order of
 * what it hears. It can stop reading for a while, as a page does that sleeps.
 */
export class Subscriber {
  /** What no stream may say. */
  readonly complaints: string[] = [];
  lagged = 0;
  readonly #stream: EventStream;
  #socket: WebSocket | null = null;
  #paused = false;
  #run = "";
  #place = -1;
  readonly #seen = new Map<string, Session>();

  constructor(daemon: TestDaemon) {
    const keep = (socket: WebSocket): void => {
      this.#socket = socket;
      this.#place = -1;
      socket.on("open", () => {
        if (this.#paused) socket.pause();
      });
    };
    const connection = originConnection({
      url: daemon.url,
      token: daemon.token,
      WebSocket: class extends WebSocket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols);
          keep(this);
        }
      } as never,
    });
    this.#stream = followEvents(connection, { changed: (_, event) => this.#hear(event) });
  }

  get view(): EventStream["view"] {
    return this.#stream.view;
  }

  pause(): void {
    this.#paused = true;
    this.#socket?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#socket?.resume();
  }

  /** Connects at once where the daemon was away. */
  retryNow(): void {
    this.#stream.retryNow();
  }

  close(): void {
    this.#stream.close();
    this.#socket?.terminate();
  }

  #hear(event: ServerEvent): void {
    this.#checkPlace(event);
    switch (event.type) {
      case "lagged":
        this.lagged++;
        break;
      case "sessions_snapshot":
        this.#seen.clear();
        for (const session of event.sessions) this.#seen.set(session.id, session);
        break;
      case "session_added":
        this.#checkAdded(event.session);
        this.#seen.set(event.session.id, event.session);
        break;
      case "session_updated":
        this.#checkUpdated(event.session);
        this.#seen.set(event.session.id, event.session);
        break;
      case "session_removed":
        if (!this.#seen.delete(event.id)) this.#complain(event.seq, `${event.id} removed unseen`);
        break;
      case "worktree_retained":
      case "worktree_released":
      case "session_asks":
        break;
    }
  }

  /** Places grow; a snapshot may stand at the place of the last event. */
  #checkPlace({ type, seq }: ServerEvent): void {
    const [run = "", number] = seq.split("-");
    const place = Number(number);
    const first = this.#place === -1;
    const isStart = type === "sessions_snapshot" || type === "lagged";
    if (first && type !== "sessions_snapshot") this.#complain(seq, `${type} before a snapshot`);
    if (!first && run !== this.#run) this.#complain(seq, `a new run within one connection`);
    const ordered = first || place > this.#place || (isStart && place === this.#place);
    if (!ordered) this.#complain(seq, `${type} behind place ${this.#place}`);
    this.#run = run;
    this.#place = place;
  }

  #checkAdded(session: Session): void {
    // An adoption is published as an addition of what a snapshot may have shown already.
    const before = this.#seen.get(session.id);
    if (before !== undefined && before.created_at !== session.created_at) {
      this.#complain(session.id, "added anew under an old id");
    }
  }

  #checkUpdated(session: Session): void {
    const before = this.#seen.get(session.id);
    if (before === undefined) return this.#complain(session.id, "updated before it was added");
    if (before.status === "dead" && session.status === "dead") {
      if (JSON.stringify(before.exit) !== JSON.stringify(session.exit)) {
        this.#complain(session.id, "its exit changed while it was dead");
      }
      if (before.settled === true && session.settled !== true) {
        this.#complain(session.id, "it became unsettled");
      }
    }
  }

  #complain(where: string, what: string): void {
    this.complaints.push(`event stream, ${where}: ${what}`);
  }
}

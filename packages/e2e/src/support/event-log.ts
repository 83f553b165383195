import { type EventStream, followEvents } from "@maestro/client";
import type { ServerEvent, Session } from "@maestro/protocol";
import { eventually, type TestDaemon } from "./test-daemon.ts";

/** All frames of an event stream, in the order in which they came. */
export class EventLog {
  readonly frames: ServerEvent[] = [];
  readonly #stream: EventStream;

  constructor(daemon: TestDaemon) {
    this.#stream = followEvents(daemon.connection, {
      changed: (_, event) => {
        this.frames.push(event);
      },
    });
  }

  /** Follows the events and waits for the snapshot that opens them. */
  static async open(daemon: TestDaemon): Promise<EventLog> {
    const log = new EventLog(daemon);
    await log.until(({ type }) => type === "sessions_snapshot");
    return log;
  }

  /** What a client knows by these frames. */
  get sessions(): ReadonlyMap<string, Session> {
    return this.#stream.view.sessions;
  }

  async until(condition: (event: ServerEvent) => boolean): Promise<ServerEvent> {
    return eventually(() => {
      const found = this.frames.find(condition);
      if (found === undefined) throw new Error(`not among ${JSON.stringify(this.frames)}`);
      return found;
    });
  }

  /** The frames about one session. */
  about(id: string): ServerEvent[] {
    return this.frames.filter(
      (event) =>
        ("session" in event && event.session.id === id) || ("id" in event && event.id === id),
    );
  }

  /** What one session was said to be, one frame after the other, snapshots included. */
  states(id: string): Session[] {
    return this.frames.flatMap((event) => {
      if (event.type === "sessions_snapshot") return event.sessions.filter((one) => one.id === id);
      return "session" in event && event.session.id === id ? [event.session] : [];
    });
  }

  close(): void {
    this.#stream.close();
  }
}

import type { ServerEvent } from "@maestro/protocol";
import type { EventStream, StreamEvent } from "../app/operations.ts";
import type { Log } from "../ports/log.ts";
import { type EventBounds, type EventSink, EventSubscriber } from "./event-subscriber.ts";
import { eventToWire, snapshotToWire } from "./to-wire.ts";

const encode = (event: ServerEvent): Uint8Array => Buffer.from(JSON.stringify(event));

/** Fans the app's events out to all subscribers. Each event is written as JSON once for all. */
export class EventFeed {
  readonly #stream: EventStream;
  readonly #bounds: EventBounds;
  readonly #log: Log;
  readonly #subscribers = new Set<EventSubscriber>();
  readonly #stop: () => void;

  constructor(stream: EventStream, bounds: EventBounds, log: Log) {
    this.#stream = stream;
    this.#bounds = bounds;
    this.#log = log;
    this.#stop = stream.listen((event) => this.#publish(event));
  }

  /** A snapshot at once, then every event. Answers the function that ends it. */
  join(sink: EventSink): () => void {
    const subscriber = new EventSubscriber(sink, this.#bounds, () => {
      const snapshot = this.#stream.snapshot();
      return [encode({ type: "lagged", seq: snapshot.seq }), encode(snapshotToWire(snapshot))];
    });
    subscriber.send(encode(snapshotToWire(this.#stream.snapshot())));
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  stop(): void {
    this.#stop();
    this.#subscribers.clear();
  }

  #publish(event: StreamEvent): void {
    if (this.#subscribers.size === 0) return;
    try {
      const frame = encode(eventToWire(event));
      for (const subscriber of this.#subscribers) subscriber.offer(frame);
    } catch (error) {
      // A listener must not throw: whoever changed the session is not to blame.
      this.#log.error("could not publish an event", {
        type: event.type,
        stack: error instanceof Error ? error.stack : String(error),
      });
    }
  }
}

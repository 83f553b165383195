import fc from "fast-check";
import { expect, test } from "vitest";
import { EventSubscriber } from "./event-subscriber.ts";

/** A network that takes frames when the test says so, and counts. */
class Network {
  readonly sent: string[] = [];
  readonly #pending: { readonly bytes: number; readonly taken: () => void }[] = [];
  mostWaiting = 0;

  get queuedBytes(): number {
    return this.#pending.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get waiting(): number {
    return this.#pending.length;
  }

  send(frame: Uint8Array, taken: () => void): void {
    this.sent.push(Buffer.from(frame).toString());
    this.#pending.push({ bytes: frame.length, taken });
    this.mostWaiting = Math.max(this.mostWaiting, this.#pending.length);
  }

  take(): void {
    this.#pending.shift()?.taken();
  }
}

const BOUNDS = { queuedEvents: 5, queuedEventBytes: 200 };

/** The daemon's state is one number that every event sets; a snapshot tells it. */
function scene() {
  const network = new Network();
  let state = 0;
  const frame = (kind: string, padding = 0): Uint8Array =>
    Buffer.from(`${kind} ${state} ${"x".repeat(padding)}`);
  const subscriber = new EventSubscriber(network, BOUNDS, () => [
    frame("lagged"),
    frame("snapshot"),
  ]);
  subscriber.send(frame("snapshot"));
  return {
    network,
    change(padding: number): void {
      state += 1;
      subscriber.offer(frame("event", padding));
    },
    get state() {
      return state;
    },
  };
}

test("C18 whatever the network does, a subscriber that drains ends with the truth, in order, in bounds", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("change" as const), padding: fc.nat(100) }),
    fc.record({ do: fc.constant("take" as const), padding: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const it = scene();
      for (const { do: what, padding } of steps) {
        if (what === "change") it.change(padding);
        else it.network.take();
      }
      while (it.network.waiting > 0) it.network.take();
      const seen = it.network.sent.map((text) => {
        const [kind, state] = text.split(" ");
        return { kind, state: Number(state) };
      });
      expect(seen.at(-1)?.state ?? 0).toBe(it.state);
      seen.slice(1).forEach(({ kind, state }, index) => {
        const before = seen[index];
        // An event follows its predecessor without a gap; only a lag may skip, and a snapshot
        // follows it.
        const due = before?.kind === "lagged" ? "snapshot" : "lagged";
        const gapless = kind === "event" && state === (before?.state ?? 0) + 1;
        expect(gapless || kind === due).toBe(true);
      });
      expect(it.network.mostWaiting).toBeLessThanOrEqual(BOUNDS.queuedEvents + 2);
    }),
  );
});

test("C18 a subscriber that lags gets nothing until all of its queue is gone", () => {
  const it = scene();
  for (let i = 0; i < 10; i += 1) it.change(0);
  expect(it.network.sent.length).toBe(5);
  for (let left = 4; left > 0; left -= 1) {
    it.network.take();
    it.change(0);
    expect(it.network.sent.length).toBe(5);
  }
  it.network.take();
  expect(it.network.sent.slice(5)).toEqual(["lagged 14 ", "snapshot 14 "]);
});

test("an event larger than the bound is sent where nothing waits", () => {
  const it = scene();
  it.network.take();
  it.change(1_000);
  expect(it.network.sent.at(-1)).toMatch(/^event 1 x+$/);
});

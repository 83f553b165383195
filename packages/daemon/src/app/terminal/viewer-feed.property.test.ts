import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Snapshot } from "../../ports/screen-models.ts";
import { settled } from "../support/deferred.ts";
import { FakeViewer } from "../support/fake-viewer.ts";
import { ViewerFeed } from "./viewer-feed.ts";

type Step =
  | { readonly kind: "print"; readonly size: number }
  | { readonly kind: "deliver" | "fail" | "resize" | "gap" | "stall" | "drain" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("print" as const), size: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("deliver" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("fail" as const, "resize" as const, "gap" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("stall" as const, "drain" as const) }),
  },
);

/** One client of a program that writes numbers, whatever happens in between. */
class Scene {
  readonly viewer = new FakeViewer();
  readonly feed: ViewerFeed;
  /** Everything the program wrote: the screen after it is the same text. */
  written = "";
  #number = 0;
  #fails = 0;
  readonly #asked: { ready: () => void; fail: () => void }[] = [];

  constructor() {
    const snapshot = (): Promise<Snapshot> => {
      const text = this.written;
      return new Promise((resolve, reject) => {
        const ready = (): void => resolve({ cols: 80, rows: 24, bytes: Buffer.from(text) });
        this.#asked.push({ ready, fail: () => reject(new Error("lost")) });
      });
    };
    this.feed = new ViewerFeed(this.viewer, {
      snapshot,
      size: () => ({ cols: 80, rows: 24 }),
      rawTail: () => new Uint8Array(),
    });
    // Two dozen bytes are more than a client may have waiting.
    this.viewer.weight = 100_000;
    this.viewer.control({ type: "resync", cols: 80, rows: 24 });
    this.feed.begin();
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case "print": {
        const text = `${++this.#number};`.padEnd(next.size, ".");
        this.written += text;
        this.feed.bytes(Buffer.from(text));
        break;
      }
      case "deliver":
        this.#asked.shift()?.ready();
        await settled();
        break;
      case "fail":
        // Twice in a row at most: a client that goes on without a snapshot has lost bytes by design.
        if (this.#fails++ % 3 < 2 && this.#asked.length > 1) this.#asked.shift()?.fail();
        await settled();
        break;
      case "resize":
        this.feed.resized({ cols: 60, rows: 20 });
        break;
      case "gap":
        this.feed.resync();
        break;
      case "stall":
        this.viewer.isStalled = true;
        break;
      case "drain":
        this.drain();
        break;
      default:
        next satisfies never;
    }
  }

  drain(): void {
    this.viewer.isStalled = false;
    this.viewer.queuedBytes = 0;
    this.feed.drained();
  }

  /** Everything that was asked for arrives, and the network takes everything. */
  async calmDown(): Promise<void> {
    this.drain();
    while (this.#asked.length > 0) {
      this.#asked.shift()?.ready();
      await settled();
      this.drain();
    }
  }
}

test("whatever happens in whatever order, no byte is lost, doubled or out of order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const scene = new Scene();
      for (const next of steps) {
        await scene.take(next);
        // At no moment does a client see what the program has not written so.
        expect(scene.written.startsWith(scene.viewer.screen)).toBe(true);
      }
      await scene.calmDown();
      await scene.take({ kind: "print", size: 1 });
      expect(scene.viewer.screen === scene.written).toBe(true);
    }),
    { numRuns: 300 },
  );
});

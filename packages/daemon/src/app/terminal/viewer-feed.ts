import type { Exit, Size } from "../../domain/session.ts";
import type { Snapshot } from "../../ports/screen-models.ts";
import type { Viewer } from "../operations.ts";

/** More than this waiting in the network for one client, and it is left behind until it drained. */
const MAX_QUEUED_BYTES = 2 * 1024 * 1024;

/** More than this arriving while a snapshot is being made, and a new one is asked for instead. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

/** How often a snapshot is asked for before a client goes on without one. */
const MAX_ATTEMPTS = 3;

type State =
  /** A snapshot was asked for; what comes meanwhile follows behind it. */
  | { readonly kind: "waiting"; pending: Uint8Array[]; pendingBytes: number; overflowed: boolean }
  | { readonly kind: "live" }
  /** It does not keep up: nothing more is sent until the network took what was queued. */
  | { readonly kind: "behind" }
  | { readonly kind: "closed" };

/** What a feed asks of its terminal. */
export interface FeedSource {
  /** The screen after everything that was delivered so far. */
  snapshot(): Promise<Snapshot>;
  size(): Size;
  /** The last of what was delivered, as it came; empty where none is kept. */
  rawTail(): Uint8Array;
}

/**
 * What one attached client gets: a snapshot, then the stream from exactly there on. A client that
 * does not keep up loses the stream, never order, and gets a new snapshot when it has drained.
 */
export class ViewerFeed {
  readonly viewer: Viewer;
  readonly #source: FeedSource;
  #state: State = { kind: "behind" };
  #attempt = 0;
  /** Snapshots in a row that could not be made. */
  #failures = 0;
  #ended: { readonly exit: Exit | null } | null = null;

  constructor(viewer: Viewer, source: FeedSource) {
    this.viewer = viewer;
    this.#source = source;
  }

  /** Asks for a snapshot of this moment and sends it; the stream follows. */
  begin(): void {
    if (this.#state.kind === "closed") return;
    const attempt = ++this.#attempt;
    const waiting = { kind: "waiting", pending: [], pendingBytes: 0, overflowed: false } as State;
    this.#state = waiting;
    this.#source.snapshot().then(
      (snapshot) => {
        if (attempt !== this.#attempt) return;
        this.#failures = 0;
        this.#deliver(snapshot);
      },
      () => {
        if (attempt === this.#attempt) this.#goOnWithout();
      },
    );
  }

  /** The stream had a gap: a new snapshot has to follow. */
  resync(): void {
    if (this.#state.kind === "closed" || this.#state.kind === "behind") return;
    this.viewer.control({ type: "resync", ...this.#source.size() });
    this.begin();
  }

  bytes(chunk: Uint8Array): void {
    const state = this.#state;
    if (state.kind === "live") {
      this.viewer.bytes(chunk);
      if (this.viewer.queuedBytes > MAX_QUEUED_BYTES) this.#state = { kind: "behind" };
    } else if (state.kind === "waiting" && !state.overflowed) {
      state.pending.push(chunk);
      state.pendingBytes += chunk.length;
      if (state.pendingBytes > MAX_PENDING_BYTES) {
        state.overflowed = true;
        state.pending = [];
      }
    }
  }

  /** A change of the pane's size, in order with the bytes around it. */
  resized(size: Size): void {
    if (this.#state.kind === "closed" || this.#state.kind === "behind") return;
    this.viewer.control({ type: "resized", ...size });
    // The snapshot that was asked for is of the old size.
    if (this.#state.kind === "waiting") this.begin();
  }

  drained(): void {
    if (this.#state.kind !== "behind" || this.#attempt === 0) return;
    this.viewer.control({ type: "resync", ...this.#source.size() });
    this.begin();
  }

  /** The command ended; said behind the last byte. */
  ended(exit: Exit | null): void {
    this.#ended = { exit };
    if (this.#state.kind === "live") this.viewer.control({ type: "ended", exit });
  }

  close(reason: "removed" | "stopping"): void {
    if (this.#state.kind === "closed") return;
    this.#state = { kind: "closed" };
    this.viewer.closed(reason);
  }

  /** The client left by itself. */
  leave(): void {
    this.#state = { kind: "closed" };
  }

  #deliver(snapshot: Snapshot): void {
    const state = this.#state;
    if (state.kind !== "waiting") return;
    if (state.overflowed) {
      this.begin();
      return;
    }
    this.viewer.bytes(snapshot.bytes);
    this.#goLive(state.pending);
  }

  #goOnWithout(): void {
    if (this.#state.kind !== "waiting") return;
    this.#failures++;
    if (this.#failures < MAX_ATTEMPTS) return this.begin();
    // What came while it waited is the end of it.
    const tail = this.#source.rawTail();
    if (tail.length > 0) this.viewer.bytes(tail);
    this.#goLive(tail.length > 0 ? [] : this.#state.pending);
  }

  #goLive(pending: readonly Uint8Array[]): void {
    this.viewer.control({ type: "live" });
    this.#state = { kind: "live" };
    for (const chunk of pending) this.bytes(chunk);
    // A client that fell behind over the pending bytes hears of it behind its next snapshot.
    if (this.#ended !== null) this.ended(this.#ended.exit);
  }
}

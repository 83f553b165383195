import type { Viewer, ViewerFrame } from "../operations.ts";

/** An attached client that notes what it gets, and whose network a test can hold up. */
export class FakeViewer implements Viewer {
  /** Control frames by type, and bytes as text in brackets. */
  readonly got: string[] = [];
  readonly frames: ViewerFrame[] = [];
  queuedBytes = 0;
  /** While true nothing that is handed over leaves the queue. */
  isStalled = false;
  /** How much each byte counts in the queue, so that a few can stand for many. */
  weight = 1;
  /** What a person would see: the last snapshot and what followed it. */
  screen = "";
  closedFor: "removed" | "stopping" | null = null;
  #freshAfter = true;

  control(frame: ViewerFrame): void {
    this.frames.push(frame);
    this.got.push(frame.type);
    if (frame.type === "attached" || frame.type === "resync") this.#freshAfter = true;
    if (frame.type === "live") this.#freshAfter = false;
  }

  bytes(chunk: Uint8Array): void {
    const text = Buffer.from(chunk).toString("latin1");
    // Between `attached` or `resync` and `live` comes the snapshot, which replaces what was there.
    this.screen = this.#freshAfter ? text : this.screen + text;
    this.#freshAfter = false;
    this.got.push(`<${text}>`);
    if (this.isStalled) this.queuedBytes += chunk.length * this.weight;
  }

  closed(reason: "removed" | "stopping"): void {
    this.closedFor = reason;
  }
}

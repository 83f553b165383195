import type { AttachServerFrame } from "@maestro/protocol";
import type { PaneOutput } from "./pane-output.ts";
import { joined } from "./whole-characters.ts";

/** Where the feed brings the terminal to: what a pane's output does. */
export type Screen = Pick<PaneOutput, "write" | "replace" | "inOrder" | "reset" | "resize">;

/** What the feed tells its owner. */
export interface FeedListener {
  /** The size that the pane has from here on. */
  sized(cols: number, rows: number): void;
  /** A snapshot is shown; what follows is live. */
  live(): void;
  /** So many bytes of this attachment are parsed; said when it is time to tell the daemon. */
  taken(bytes: number): void;
  /** More came than can be parsed in time. Everything is ignored until the next attach. */
  overflowed(): void;
}

/** The daemon does not get so far ahead of a page that tells it what is parsed. */
const MOST_UNPARSED = 12 * 1024 * 1024;

/** The daemon has to hear of at least every 32 KiB. */
const TELL_EVERY = 16 * 1024;

interface Snapshot {
  readonly cols: number;
  readonly rows: number;
  readonly chunks: Uint8Array[];
}

/** How far the emulator is in what one attachment brought. */
interface Progress {
  parsed: number;
  told: number;
}

/**
 * Brings what an attach socket says onto an emulator. A snapshot is held until it is whole and then
 * replaces the old screen in one go, so that coming back after a lost connection does not flash.
 */
export class ScreenFeed {
  readonly #screen: Screen;
  readonly #listener: FeedListener;
  #snapshot: Snapshot | null = null;
  #unparsed = 0;
  #progress: Progress = { parsed: 0, told: 0 };
  #ignoring = false;

  constructor(screen: Screen, listener: FeedListener) {
    this.#screen = screen;
    this.#listener = listener;
  }

  /** Bytes that were written and not parsed yet. */
  get unparsed(): number {
    return this.#unparsed;
  }

  frame(frame: AttachServerFrame): void {
    switch (frame.type) {
      case "attached":
        this.#ignoring = false;
        this.#progress = { parsed: 0, told: 0 };
        this.#snapshot = { cols: frame.cols, rows: frame.rows, chunks: [] };
        break;
      case "resync":
        this.#snapshot = { cols: frame.cols, rows: frame.rows, chunks: [] };
        break;
      case "live":
        this.#show();
        break;
      case "resized": {
        const { cols, rows } = frame;
        if (!this.#ignoring) this.#screen.inOrder(() => this.#size(cols, rows));
        break;
      }
      case "ended":
      case "error":
        break;
    }
  }

  bytes(bytes: Uint8Array): void {
    if (this.#ignoring) return;
    if (this.#snapshot !== null) this.#snapshot.chunks.push(bytes);
    else this.#write(bytes);
  }

  #show(): void {
    const snapshot = this.#snapshot;
    if (snapshot === null || this.#ignoring) return;
    this.#snapshot = null;
    const bytes = joined(snapshot.chunks);
    const parsed = this.#counted(bytes.length);
    const begin = (): void => {
      this.#screen.reset();
      this.#size(snapshot.cols, snapshot.rows);
    };
    this.#screen.replace(bytes, begin, () => {
      parsed();
      this.#listener.live();
      this.#tell();
    });
  }

  #size(cols: number, rows: number): void {
    this.#screen.resize(cols, rows);
    this.#listener.sized(cols, rows);
  }

  #write(bytes: Uint8Array): void {
    if (this.#unparsed + bytes.length > MOST_UNPARSED) {
      this.#ignoring = true;
      this.#snapshot = null;
      this.#listener.overflowed();
      return;
    }
    const parsed = this.#counted(bytes.length);
    this.#screen.write(bytes, () => {
      parsed();
      if (this.#progress.parsed - this.#progress.told >= TELL_EVERY) this.#tell();
    });
  }

  /** Counts bytes as unparsed, and answers how to count them as parsed. */
  #counted(bytes: number): () => void {
    const progress = this.#progress;
    this.#unparsed += bytes;
    return () => {
      this.#unparsed -= bytes;
      progress.parsed += bytes;
    };
  }

  #tell(): void {
    this.#progress.told = this.#progress.parsed;
    this.#listener.taken(this.#progress.parsed);
  }
}

import type { AttachServerFrame } from "@maestro/protocol";

/** The emulator as the feed needs it. Writes are parsed later, in order. */
export interface Screen {
  write(data: Uint8Array | string, parsed?: () => void): void;
  reset(): void;
  resize(cols: number, rows: number): void;
}

/** What the feed tells its owner. */
export interface FeedListener {
  /** The size that the pane has from here on. */
  sized(cols: number, rows: number): void;
  /** A snapshot is shown; what follows is live. */
  live(): void;
  /** More came than can be parsed in time. Everything is ignored until the next attach. */
  overflowed(): void;
}

/** xterm.js throws written data away above 50 MB; long before that a fresh snapshot is quicker. */
const MOST_UNPARSED = 12 * 1024 * 1024;

interface Snapshot {
  readonly cols: number;
  readonly rows: number;
  readonly chunks: Uint8Array[];
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
        if (!this.#ignoring) this.#inOrder(() => this.#size(cols, rows));
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
    this.#inOrder(() => {
      this.#screen.reset();
      this.#size(snapshot.cols, snapshot.rows);
    });
    for (const chunk of snapshot.chunks) this.#write(chunk);
    this.#inOrder(() => this.#listener.live());
  }

  /** Behind everything written so far, and before everything written from now on. */
  #inOrder(act: () => void): void {
    this.#screen.write("", act);
  }

  #size(cols: number, rows: number): void {
    this.#screen.resize(cols, rows);
    this.#listener.sized(cols, rows);
  }

  #write(bytes: Uint8Array): void {
    this.#unparsed += bytes.length;
    if (this.#unparsed > MOST_UNPARSED) {
      this.#unparsed -= bytes.length;
      this.#ignoring = true;
      this.#snapshot = null;
      this.#listener.overflowed();
      return;
    }
    this.#screen.write(bytes, () => {
      this.#unparsed -= bytes.length;
    });
  }
}

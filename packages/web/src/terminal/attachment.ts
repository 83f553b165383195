import {
  attachTerminal,
  type Connection,
  retryDelayMs,
  type TerminalStream,
} from "@maestro/client";
import type { AttachServerFrame } from "@maestro/protocol";
import { ScreenFeed, type Screen } from "./screen-feed.ts";

/** How a pane stands with its session's terminal. */
export type AttachState =
  /** `again`: after a connection that was lost. */
  | { readonly kind: "connecting"; readonly again: boolean }
  | { readonly kind: "live" }
  | { readonly kind: "lost"; readonly nextTryAt: number }
  | { readonly kind: "ended" }
  | { readonly kind: "refused"; readonly message: string };

/** What is attached, and who is told. */
export interface AttachmentOptions {
  readonly connection: Connection;
  readonly id: string;
  readonly screen: Screen;
  /** False takes the pane's size as it is. */
  readonly claim: boolean;
  readonly state: (state: AttachState) => void;
  readonly sized: (cols: number, rows: number) => void;
}

/** How often the parser is looked at once more came than it could take. */
const DRAIN_POLL_MS = 100;

/** Keeps one session's terminal attached, coming back by itself whenever the connection is lost. */
export class Attachment {
  readonly #options: AttachmentOptions;
  readonly #feed: ScreenFeed;
  #stream: TerminalStream | null = null;
  #state: AttachState = { kind: "connecting", again: false };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #failures = 0;
  #claimed: { cols: number; rows: number } | null = null;
  #focused = false;
  #claims: boolean;

  constructor(options: AttachmentOptions) {
    this.#options = options;
    this.#claims = options.claim;
    this.#feed = new ScreenFeed(options.screen, {
      sized: options.sized,
      live: () => {
        if (this.#state.kind === "connecting") this.#become({ kind: "live" });
      },
      taken: (bytes) => this.#stream?.acknowledge(bytes),
      overflowed: () => this.#attachWhenDrained(),
    });
  }

  get state(): AttachState {
    return this.#state;
  }

  /** Attaches, anew where it was attached before. */
  attach(): void {
    this.#cancel();
    this.#become({ kind: "connecting", again: this.#state.kind === "lost" });
    const { connection, id } = this.#options;
    const size = this.#claims ? this.#claimed : null;
    const stream = attachTerminal(
      connection,
      { id, claim: this.#claims, ...size },
      {
        // A stream that was replaced has nothing more to say.
        frame: (frame) => {
          if (this.#stream === stream) this.#hear(frame);
        },
        bytes: (bytes) => {
          if (this.#stream === stream) this.#feed.bytes(bytes);
        },
        closed: () => {
          if (this.#stream !== stream) return;
          this.#stream = null;
          if (this.#state.kind !== "ended" && this.#state.kind !== "refused") this.#retryLater();
        },
      },
    );
    this.#stream = stream;
    if (this.#focused) stream.focus(true);
  }

  /** Tries at once where the connection is lost. */
  retryNow(): void {
    if (this.#state.kind === "lost") this.attach();
  }

  /** Keys, as bytes. What is typed while the connection is lost is dropped, and the pane says so. */
  input(bytes: Uint8Array): void {
    if (this.#takesKeys) this.#stream?.input(bytes);
  }

  paste(text: string): void {
    if (this.#takesKeys) this.#stream?.paste(text);
  }

  /** Says how much fits here. */
  fits(cols: number, rows: number): void {
    const known = this.#claimed;
    if (known?.cols === cols && known.rows === rows) return;
    this.#claimed = { cols, rows };
    if (this.#claims) this.#stream?.resize(cols, rows);
  }

  /** From here on the pane takes the size that fits here. */
  claim(): void {
    this.#claims = true;
    if (this.#claimed !== null) this.#stream?.resize(this.#claimed.cols, this.#claimed.rows);
  }

  focus(focused: boolean): void {
    if (focused === this.#focused) return;
    this.#focused = focused;
    this.#stream?.focus(focused);
  }

  close(): void {
    this.#cancel();
    const stream = this.#stream;
    this.#stream = null;
    stream?.close();
  }

  /** Who opens a session may type ahead of its first screen; who lost one must see what it is now. */
  get #takesKeys(): boolean {
    return this.#state.kind === "live" || (this.#state.kind === "connecting" && !this.#state.again);
  }

  #hear(frame: AttachServerFrame): void {
    this.#feed.frame(frame);
    if (frame.type === "attached") this.#failures = 0;
    if (frame.type === "ended") this.#become({ kind: "ended" });
    if (frame.type === "error" && this.#state.kind === "connecting") {
      this.#become({ kind: "refused", message: frame.message });
    }
  }

  #retryLater(): void {
    const delay = retryDelayMs(this.#failures++);
    this.#become({ kind: "lost", nextTryAt: Date.now() + delay });
    this.#timer = setTimeout(() => this.attach(), delay);
  }

  /** The old stream goes on taking keys meanwhile: what floods is often to be interrupted. */
  #attachWhenDrained(): void {
    const look = (): void => {
      if (this.#feed.unparsed === 0) this.attach();
      else this.#timer = setTimeout(look, DRAIN_POLL_MS);
    };
    this.#timer = setTimeout(look, DRAIN_POLL_MS);
  }

  #cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const stream = this.#stream;
    this.#stream = null;
    stream?.close();
  }

  #become(state: AttachState): void {
    this.#state = state;
    this.#options.state(state);
  }
}

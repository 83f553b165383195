import { MaestroError } from "../../domain/maestro-error.ts";
import type { Exit, SessionId, Size } from "../../domain/session.ts";
import { EnterWatch, pasteText } from "../../domain/terminal-input.ts";
import type { Log } from "../../ports/log.ts";
import type {
  ScreenFacts,
  ScreenModel,
  ScreenModels,
  ScreenText,
  Snapshot,
  TerminalSignal,
} from "../../ports/screen-models.ts";
import type { Capture, Pane, PaneListener } from "../../ports/terminal-host.ts";
import type { Viewer } from "../operations.ts";
import { InputQueue } from "./input-queue.ts";
import { PaneSizing } from "./pane-sizing.ts";
import type { Submission } from "./submission.ts";
import { RawTail } from "./raw-tail.ts";
import { ViewerFeed } from "./viewer-feed.ts";

const CARRIAGE_RETURN = 0x0d;

/** A model that lags further than this is filled anew instead of fed. */
const MAX_LAG_BYTES = 8 * 1024 * 1024;

/** What a terminal tells the app. */
export interface TerminalListener {
  /** The program wrote something. */
  output(): void;
  screenChanged(screen: ScreenFacts): void;
  signalled(signal: TerminalSignal): void;
  /** Somebody typed, or changed the size: what the screen shows next is their doing. */
  touched(): void;
  /** Somebody pressed Enter. */
  submitted(): void;
  /** The command ended, its last byte delivered. */
  ended(pane: Pane, exit: Exit | null): void;
}

/**
 * One running session's terminal: the pane, the model that follows it, and everybody who looks at
 * it. Bytes go to the clients as they come and to the model beside them, so that a slow or lost
 * model never holds up a screen.
 */
export class Terminal implements PaneListener {
  readonly #models: ScreenModels;
  readonly #listener: TerminalListener;
  readonly #log: Log;
  readonly #model: ScreenModel;
  readonly #sizing: PaneSizing;
  readonly #input = new InputQueue();
  readonly #rawTail: RawTail;
  readonly #enters = new EnterWatch();
  readonly #feeds = new Map<Viewer, ViewerFeed>();
  #pane: Pane | null = null;
  #lag = 0;
  /** Whether the model follows the stream, or waits to be filled anew. */
  #following = true;
  #over = false;
  /** An end that came before the pane was known here. */
  #early: { readonly exit: Exit | null } | null = null;
  /** The screen the command left behind. */
  #last: Promise<Snapshot> | null = null;

  constructor(
    id: SessionId,
    size: Size,
    models: ScreenModels,
    context: {
      readonly listener: TerminalListener;
      readonly log: Log;
      /** How much of the stream is kept for clients for which no snapshot can be had. */
      readonly rawTailBytes: number;
    },
  ) {
    this.#rawTail = new RawTail(context.rawTailBytes);
    this.#models = models;
    this.#listener = context.listener;
    this.#log = context.log;
    this.#sizing = new PaneSizing(size, (next, before) => this.#resizeTo(next, before));
    this.#model = this.#models.open(id, size, {
      parsed: (bytes) => this.#parsed(bytes),
      screenChanged: (screen) => this.#listener.screenChanged(screen),
      signalled: (signal) => this.#listener.signalled(signal),
      modesChanged: (restore) => this.#pane?.rememberModes(restore),
      lost: () => this.#refill("its worker died"),
    });
  }

  /** The pane behind this terminal, once it was started or found. */
  connect(pane: Pane, capture?: Capture): void {
    this.#pane = pane;
    if (capture !== undefined) this.refilled(capture);
    if (this.#early !== null) this.#listener.ended(pane, this.#early.exit);
  }

  get pane(): Pane | null {
    return this.#pane;
  }

  get size(): Size {
    return this.#sizing.current;
  }

  /** True while somebody is attached. */
  get isWatched(): boolean {
    return this.#feeds.size > 0;
  }

  output(bytes: Uint8Array): void {
    this.#rawTail.push(bytes);
    for (const feed of this.#feeds.values()) feed.bytes(bytes);
    if (this.#following) {
      this.#lag += bytes.length;
      this.#model.feed(bytes);
      if (this.#lag > MAX_LAG_BYTES) this.#following = false;
    }
    this.#listener.output();
  }

  refilled(capture: Capture): void {
    this.#rawTail.clear();
    this.#lag = 0;
    this.#following = true;
    this.#sizing.found({ cols: capture.cols, rows: capture.rows });
    this.#model.refill(capture.bytes, { cols: capture.cols, rows: capture.rows });
    for (const feed of this.#feeds.values()) feed.resync();
    this.#sizing.insist();
  }

  ended(exit: Exit | null): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#pane === null) this.#early = { exit };
    else this.#listener.ended(this.#pane, exit);
  }

  attach(viewer: Viewer, claim: Size | null): ViewerFeed {
    const feed = new ViewerFeed(viewer, {
      snapshot: () => this.snapshot(),
      size: () => this.size,
      rawTail: () => this.#rawTail.read(),
    });
    this.#feeds.set(viewer, feed);
    if (claim !== null) this.#sizing.claim(viewer, claim);
    return feed;
  }

  claim(viewer: Viewer, size: Size): void {
    if (this.#feeds.has(viewer)) this.#sizing.claim(viewer, size);
  }

  leave(viewer: Viewer): void {
    this.#feeds.get(viewer)?.leave();
    this.#feeds.delete(viewer);
    this.#sizing.release(viewer);
  }

  /** Types bytes as they are. */
  type(bytes: Uint8Array): Promise<void> {
    if (this.#enters.isIn(Buffer.from(bytes).toString("latin1"))) this.#listener.submitted();
    else this.#listener.touched();
    return this.#input.push(() => this.#write(bytes));
  }

  /** Types text as a paste. */
  paste(text: string): Promise<void> {
    this.#listener.touched();
    return this.#input.push(() => this.#paste(text));
  }

  /** Types text and, after the program had time to take it in, Enter; one unit against all others. */
  submit(text: string, { asPaste, gapMs, check, progress }: Submission): Promise<void> {
    return this.#input.push(async () => {
      // An answer is given with its key, whatever is pressed behind it.
      if ((await check?.begin()) === "answer") this.#listener.submitted();
      await progress.begun();
      try {
        if (asPaste) await this.#paste(text);
        else await this.#write(Buffer.from(text));
        await progress.typed();
        await new Promise((resolve) => setTimeout(resolve, gapMs));
        if ((await check?.typed()) === "answered") return;
      } finally {
        await progress.entering();
      }
      this.#listener.submitted();
      const pressEnter = (): Promise<void> => this.#write(Uint8Array.of(CARRIAGE_RETURN));
      await pressEnter();
      await check?.confirm(pressEnter);
    });
  }

  /** Presses Enter alone, where it is found to be due. */
  enter(isDue: () => Promise<boolean> = async () => true): Promise<void> {
    return this.#input.push(async () => {
      if (!(await isDue())) return;
      this.#listener.submitted();
      await this.#write(Uint8Array.of(CARRIAGE_RETURN));
    });
  }

  snapshot(): Promise<Snapshot> {
    return this.#last ?? this.#model.snapshot();
  }

  /** The screen without what scrolled off it. */
  screenOnly(): Promise<Snapshot> {
    return this.#model.snapshot("screen-only");
  }

  text(scrollback: number): Promise<ScreenText> {
    return this.#model.text(scrollback);
  }

  /** Says to everybody attached that the command ended. */
  tellEnded(exit: Exit | null): void {
    for (const feed of this.#feeds.values()) feed.ended(exit);
  }

  /**
   * The command is over: clients stay with the last screen until they leave, snapshots that are on
   * their way arrive, and then the model goes.
   */
  retire(): void {
    this.#over = true;
    this.#last = this.#model.snapshot();
    this.#last.then(
      () => this.#model.close(),
      () => this.#model.close(),
    );
  }

  /** Lets go of the clients and of the model; the pane is somebody else's business. */
  close(reason: "removed" | "stopping"): void {
    this.#over = true;
    for (const feed of this.#feeds.values()) feed.close(reason);
    this.#feeds.clear();
    this.#model.close();
  }

  async #paste(text: string): Promise<void> {
    const { bracketedPaste } = await this.#model.modes();
    await this.#write(Buffer.from(pasteText(text, bracketedPaste)));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#pane === null || this.#over) {
      throw new MaestroError(
        "not_running",
        "The session's command has ended; nothing was typed. Resume it to go on.",
      );
    }
    await this.#pane.write(bytes);
  }

  #parsed(bytes: number): void {
    this.#lag = Math.max(this.#lag - bytes, 0);
    if (!this.#following && this.#lag === 0) this.#refill("it fell too far behind");
  }

  #refill(why: string): void {
    if (this.#over || this.#pane === null) return;
    this.#log.warn("filling a terminal model anew", { why });
    this.#pane.refill().catch((error: Error) => {
      this.#log.error("a terminal model could not be filled", { error: error.message });
    });
  }

  async #resizeTo(size: Size, before: Size): Promise<void> {
    if (this.#over || this.#pane === null) return;
    this.#listener.touched();
    // The model and the clients first: what the program draws for the new size must find it.
    this.#model.resize(size);
    for (const feed of this.#feeds.values()) feed.resized(size);
    try {
      await this.#pane.resize(size);
    } catch (error) {
      this.#log.error("a terminal could not be resized", { error: (error as Error).message });
      this.#model.resize(before);
      for (const feed of this.#feeds.values()) feed.resized(before);
      throw error;
    }
  }
}

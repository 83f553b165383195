import type { Connection } from "@maestro/client";
import { pageKey, type PageCommand } from "../keyboard/page-key.ts";
import { Attachment, type AttachState } from "./attachment.ts";
import { clipboardRequest } from "./clipboard-request.ts";
import { createEmulator, type Emulator, type EmulatorLook, terminalFont } from "./emulator.ts";
import { withCtrl } from "./control-letter.ts";
import { OutputTurns } from "./output-turns.ts";
import { PaneOutput } from "./pane-output.ts";
import { RealFocus } from "./real-focus.ts";
import { scrollByTouch } from "./scroll-by-touch.ts";

/** What a shown terminal tells the pane around it. */
interface LiveTerminalListener {
  readonly state: (state: AttachState) => void;
  readonly sized: (cols: number, rows: number) => void;
  hovered(uri: string | null): void;
  chosen(uri: string, shown: boolean): void;
  clipboardAsked(text: string): void;
  command(command: PageCommand | "search" | "copy"): void;
  /** The keys are here, or no longer. */
  focused(focused: boolean): void;
}

/** What a terminal in the page is made from. */
export interface LiveTerminalOptions {
  readonly connection: Connection;
  readonly id: string;
  readonly claim: boolean;
  readonly look: EmulatorLook;
  readonly listener: LiveTerminalListener;
}

/** A larger paste is more likely a mistake, and the daemon takes no more in one piece. */
const LONGEST_PASTE = 4 * 1024 * 1024;

/** Of a letter's height, with what the rounding to whole pixels may add. */
const LETTER_WIDTH = 0.64;
/** Below this nobody reads; the rest is scrolled to. */
const SMALLEST_FONT = 7;

/** All panes of the page share them. */
const turns = new OutputTurns();

const encoder = new TextEncoder();

/** One session's terminal in the page: the emulator, its socket, and the keys between them. */
export class LiveTerminal {
  readonly emulator: Emulator;
  readonly attachment: Attachment;
  readonly #output: PaneOutput;
  readonly #parent: HTMLElement;
  readonly #options: LiveTerminalOptions;
  readonly #stop = new AbortController();
  #look: EmulatorLook;
  #claims: boolean;
  #cols: number | null = null;
  readonly #resize: ResizeObserver;
  #opened = false;
  #wantsFocus = false;
  /** Told when a held Ctrl was used up; null while none is held. */
  #ctrlUsed: (() => void) | null = null;

  constructor(parent: HTMLElement, options: LiveTerminalOptions) {
    const { connection, id, claim, listener, look } = options;
    this.#parent = parent;
    this.#options = options;
    this.#look = look;
    this.#claims = claim;
    this.emulator = createEmulator(listener, look);
    const { terminal } = this.emulator;
    this.#output = new PaneOutput(terminal, turns);
    this.attachment = new Attachment({
      connection,
      id,
      claim,
      screen: this.#output,
      state: listener.state,
      sized: (cols, rows) => {
        this.#cols = cols;
        this.#shrink();
        listener.sized(cols, rows);
      },
    });
    terminal.parser.registerOscHandler(52, (data) => {
      const text = clipboardRequest(data);
      if (text !== null) listener.clipboardAsked(text);
      return true;
    });
    terminal.attachCustomKeyEventHandler((event) => this.#isForProgram(event));
    this.#resize = new ResizeObserver(() => this.#fit());
    void this.#open(look.fontSize);
  }

  focus(): void {
    this.#wantsFocus = true;
    if (this.#opened) this.emulator.terminal.focus();
  }

  look(look: EmulatorLook): void {
    this.#look = look;
    this.emulator.look(look);
    this.#shrink();
    this.#fit();
  }

  /** From here on the pane takes the size that fits here. */
  claim(): void {
    this.#claims = true;
    this.emulator.look(this.#look);
    this.#fit();
    this.attachment.claim();
  }

  /** Types text as if by hand. */
  type(text: string): void {
    turns.typed();
    this.attachment.input(encoder.encode(text));
  }

  /** Holds Ctrl for the next letter of a keyboard that has none. */
  holdCtrl(used: (() => void) | null): void {
    this.#ctrlUsed = used;
  }

  dispose(): void {
    this.#stop.abort();
    this.#resize.disconnect();
    this.attachment.close();
    this.#output.dispose();
    this.emulator.dispose();
  }

  async #open(fontSize: number): Promise<void> {
    await terminalFont(fontSize);
    if (this.#stop.signal.aborted) return;
    const { terminal } = this.emulator;
    this.emulator.open(this.#parent);
    this.#opened = true;
    const focus = new RealFocus(this.#parent);
    this.#stop.signal.addEventListener("abort", () => focus.dispose());
    terminal.onData((typed) => {
      if (focus.allows(typed)) this.type(this.#withHeldCtrl(typed));
    });
    // Old mouse reports are bytes that are no text.
    terminal.onBinary((typed) =>
      this.attachment.input(Uint8Array.from(typed, (letter) => letter.charCodeAt(0))),
    );
    this.#listen("paste", (event) => this.#paste(event as ClipboardEvent));
    this.#listen("focusin", () => this.#tellFocus());
    this.#listen("focusout", () => this.#tellFocus());
    const { signal } = this.#stop;
    for (const [target, type] of [
      [window, "focus"],
      [window, "blur"],
      [document, "visibilitychange"],
    ] as const) {
      target.addEventListener(type, () => this.#tellFocus(), { signal });
    }
    scrollByTouch(this.#parent, terminal, signal);
    this.#fit();
    this.attachment.attach();
    this.#resize.observe(this.#parent);
    if (this.#wantsFocus) terminal.focus();
  }

  #withHeldCtrl(typed: string): string {
    if (this.#ctrlUsed === null || typed.length !== 1) return typed;
    this.#ctrlUsed();
    this.#ctrlUsed = null;
    return withCtrl(typed);
  }

  #listen(type: string, act: (event: Event) => void): void {
    this.#parent.addEventListener(type, act, { capture: true, signal: this.#stop.signal });
  }

  /** The daemon wraps a paste in marks where the program asked for them; xterm.js must not as well. */
  #paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    event.preventDefault();
    event.stopImmediatePropagation();
    if (text !== "" && text.length <= LONGEST_PASTE) this.attachment.paste(text);
  }

  #tellFocus(): void {
    const inside = this.#parent.contains(document.activeElement);
    const seen = inside && document.hasFocus() && document.visibilityState === "visible";
    this.attachment.focus(seen);
    this.#output.keys(inside);
    this.#options.listener.focused(inside);
  }

  /** A viewer takes the pane's columns as they are, in letters that let them all be seen. */
  #shrink(): void {
    if (this.#claims || this.#cols === null) return;
    const widest = this.#parent.clientWidth / (this.#cols * LETTER_WIDTH);
    const fontSize = Math.max(
      SMALLEST_FONT,
      Math.min(this.#look.fontSize, Math.floor(widest * 2) / 2),
    );
    this.emulator.look({ ...this.#look, fontSize });
  }

  #fit(): void {
    if (!this.#opened) return;
    const size = this.emulator.fitting();
    if (size === null || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return;
    this.attachment.fits(within(size.cols), within(size.rows));
  }

  #isForProgram(event: KeyboardEvent): boolean {
    if (event.type !== "keydown") return true;
    // What ended takes no keys, so those of the tree work here too.
    const where = this.attachment.state.kind === "ended" ? "tree" : "terminal";
    const command = terminalChord(event) ?? pageKey(event, where);
    if (command === null) return true;
    event.preventDefault();
    event.stopPropagation();
    this.#options.listener.command(command);
    return false;
  }
}

function terminalChord(event: KeyboardEvent): "search" | "copy" | null {
  const { code, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey || !(shiftKey ? ctrlKey || metaKey : metaKey)) return null;
  if (code === "KeyF") return "search";
  return code === "KeyC" && shiftKey ? "copy" : null;
}

function within(cells: number): number {
  return Math.min(1000, Math.max(2, cells));
}

import type { SessionId, Size } from "../domain/session.ts";

/** The bytes that redraw a terminal, and where they belong. */
export interface Snapshot extends Size {
  /** Redraws scrollback, screen, cursor and modes in a fresh emulator of this size. */
  readonly bytes: Uint8Array;
}

/** A screen for scripts. */
export interface ScreenText extends Size {
  /** Scrollback lines as asked for, then the screen's lines; trailing blanks removed. */
  readonly lines: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly title: string;
}

/** The modes that decide how input is to be written. */
export interface ScreenModes {
  readonly bracketedPaste: boolean;
}

/** What a screen shows to somebody who wants to know what its program is doing. */
export interface ScreenFacts {
  readonly title: string;
  /** The screen's lines down to the last that is not blank; trailing blanks removed. */
  readonly lines: readonly string[];
  /** Whether the program took the terminal over: raw keys, marked pastes, a screen of its own. */
  readonly interactive: boolean;
}

/** What a program says through the terminal itself. */
export type TerminalSignal =
  | { readonly kind: "bell" }
  /** OSC 9, 99 or 777; the text is as the program wrote it. */
  | { readonly kind: "notification"; readonly text: string }
  /** OSC 9;4: how far something has come, in per cent; null where the program does not say. */
  | {
      readonly kind: "progress";
      readonly state: "none" | "running" | "failed" | "paused";
      readonly percent: number | null;
    };

/** What a model says of its own accord, in stream order. */
export interface ModelListener {
  /** Bytes that were fed are parsed now. */
  parsed(bytes: number): void;
  /** Modes that tmux cannot tell after a restart changed; the bytes bring them back. */
  modesChanged(restore: Uint8Array): void;
  /** What the screen shows, or its title, is another now; told a few times a second at most. */
  screenChanged(screen: ScreenFacts): void;
  signalled(signal: TerminalSignal): void;
  /** The model was lost (its worker died) and starts empty: it has to be filled again. */
  lost(): void;
}

/**
 * The emulator of one session, fed with its byte stream. Calls take effect in the order they are
 * made: a snapshot shows exactly what was fed before it was asked for.
 */
export interface ScreenModel {
  /** Takes the bytes as they are at this moment; they stay the caller's. Never blocks. */
  feed(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Forgets everything and starts again from these bytes. */
  refill(bytes: Uint8Array, size: Size): void;
  /** With the scrollback or without it. Rejects when the model was lost or closed meanwhile. */
  snapshot(which?: "whole" | "screen-only"): Promise<Snapshot>;
  text(scrollback: number): Promise<ScreenText>;
  modes(): Promise<ScreenModes>;
  close(): void;
}

/** Where models live. */
export interface ScreenModels {
  /** A model that keeps so many lines of scrollback; `MODEL_LINES` where left out. */
  open(id: SessionId, size: Size, listener: ModelListener, scrollback?: number): ScreenModel;
  /** Ends all workers. */
  stop(): Promise<void>;
}

import type { Exit, PaneIdentity, SessionId, Size } from "../domain/session.ts";

/** A command to be started in a terminal of its own. */
export interface PaneStart extends Size {
  readonly id: SessionId;
  readonly generation: number;
  /** An existing directory. */
  readonly cwd: string;
  /** The program and its arguments, never parsed again; at least one. */
  readonly argv: readonly string[];
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Written below `directoryOf` the session before the command starts, for it alone to read. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Shell lines that are run, and shown, before the command; one that fails is said and passed over. */
  readonly setUp: readonly string[];
}

/** A terminal's whole state as tmux knows it, as bytes for a fresh emulator. */
export interface Capture extends Size {
  readonly bytes: Uint8Array;
}

/** What can still be asked for what scrolled off its screen, ended or not. */
export interface ScrollbackSource {
  /**
   * The newest lines as tmux kept them, at most so many bytes of them; they leave a fresh emulator of
   * the pane's size with a blank screen below that scrollback.
   */
  scrollback(maxBytes: number): Promise<Uint8Array>;
}

/** What a pane says of its own accord. Calls come in stream order. */
export interface PaneListener {
  /** Bytes the program wrote; the receiver owns the buffer. */
  output(bytes: Uint8Array): void;
  /** The stream had a gap: what follows continues from this capture. */
  refilled(capture: Capture): void;
  /** The command ended and everything it printed has come before; or it vanished (`exit` null). */
  ended(exit: Exit | null): void;
}

/** A running command's terminal. */
export interface Pane extends ScrollbackSource {
  readonly identity: PaneIdentity;
  /** The process that the pane runs (our wrapper), for the process table. */
  readonly pid: number;
  /** Resolves when the bytes were handed to tmux; rejects with `not_delivered`. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Opens the pipe anew and reports `refilled`: for a model that lags too far or was lost. */
  refill(): Promise<void>;
  /** Keeps the bytes that bring back modes which tmux cannot tell; `find` adds them to its capture. */
  rememberModes(restore: Uint8Array): void;
  /** Up to so many lines of tmux's own history and the screen below it, at one moment, as text. */
  history(lines: number): Promise<readonly string[]>;
  /** Lets the wrapper of an ended command go and clears what is left of the terminal. */
  release(): Promise<void>;
  /** Ends the command and every process of it; resolves when none is left. */
  kill(): Promise<void>;
  /** Lets go of the pane without ending it: the daemon stops, the session goes on. */
  detach(): Promise<void>;
}

/** What was found of a session's terminal at daemon start. Only an answer counts as one. */
export type Finding =
  | {
      readonly kind: "alive";
      readonly pane: Pane;
      readonly capture: Capture;
      /** Which start of the session this is. */
      readonly generation: number;
    }
  /** It ended while nobody watched; the pane still holds its last screen. */
  | ({
      readonly kind: "ended";
      readonly exit: Exit | null;
      readonly capture: Capture;
      readonly generation: number;
    } & ScrollbackSource)
  | { readonly kind: "gone" }
  | { readonly kind: "unknown"; readonly reason: string };

/** The terminals of all sessions. */
export interface TerminalHost {
  /** The tmux version, or null where tmux does not answer. */
  version(): Promise<string | null>;
  /** The directory that a session's terminal has for its files; it goes with the terminal. */
  directoryOf(id: SessionId): string;
  /** Undoes everything it did when it fails (`tmux_failed`). */
  start(start: PaneStart, listener: PaneListener): Promise<Pane>;
  /** Asks the terminal of an earlier run; `generation` as it was recorded, null where nothing was. */
  find(id: SessionId, generation: number | null, listener: PaneListener): Promise<Finding>;
  /** The ids of all sessions that left something in the runtime directory. */
  list(): Promise<readonly SessionId[]>;
  /** Looks whether the processes behind the live panes are still there; reports those that are not. */
  sweep(): Promise<void>;
  /**
   * Ends every process that belongs to a session whose pane nobody holds, and removes its files;
   * `tmux_failed` where a process does not end.
   */
  end(id: SessionId): Promise<void>;
  /** Ends what may be left of a tmux server and removes its files from the runtime directory. */
  clear(id: SessionId): Promise<void>;
}

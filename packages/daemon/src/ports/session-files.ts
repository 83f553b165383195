import type { SessionId } from "../domain/session.ts";
import type { Snapshot } from "./screen-models.ts";

/** The last screens of sessions that ended, beside their records. */
export interface FinalScreens {
  write(id: SessionId, screen: Snapshot): Promise<void>;
  /** Null where there is none, or none that can be read. */
  read(id: SessionId): Promise<Snapshot | null>;
  remove(id: SessionId): Promise<void>;
}

/** What was typed into a running session, for a daemon that finds it after a crash. */
export interface InputNote {
  /** Requests that were typed or begun to be, the newest last. */
  readonly requests: readonly string[];
  /** A text whose Enter is still to come, by its beginning; null where there is none. */
  readonly waiting: {
    readonly begins: string;
    /** False while only a part of it may be there. */
    readonly isTyped: boolean;
  } | null;
}

/** The notes of running sessions; each goes with its session's terminal. */
export interface InputNotes {
  /** Null where there is none, or none that can be read. */
  read(id: SessionId): Promise<InputNote | null>;
  write(id: SessionId, note: InputNote): Promise<void>;
}

/** One line of the spawn history. */
export interface SpawnEntry {
  /** The directory that was chosen, not the worktree that was made. */
  readonly directory: string;
  /** The main checkout that the directory belongs to, or null. */
  readonly repo: string | null;
  readonly command: string | readonly string[];
  readonly name: string | null;
  readonly branch: string | null;
  readonly at: number;
}

/** Where sessions were started, newest last. */
export interface SpawnHistory {
  append(entry: SpawnEntry): Promise<void>;
  /** Everything that is still kept, oldest first; broken lines are passed over. */
  read(): Promise<readonly SpawnEntry[]>;
}

/** Which boot of this machine it is. */
export interface BootMemory {
  /** The present boot and the one written down last; null where missing, empty or unreadable. */
  read(): Promise<{ readonly current: string | null; readonly stored: string | null }>;
  store(current: string): Promise<void>;
}

/** What a session's directory is now. */
export interface Paths {
  /** The real path and device of an existing directory, or why it cannot be used. */
  directory(
    path: string,
  ): Promise<
    | { readonly kind: "directory"; readonly device: number }
    | { readonly kind: "unusable"; readonly reason: string }
  >;
  /**
   * True only where the path does not exist and its nearest existing ancestor is on the device the
   * path was on: a disk that is away forgets nothing. False where the device is not known.
   */
  isGone(path: string, device: number | null): Promise<boolean>;
}

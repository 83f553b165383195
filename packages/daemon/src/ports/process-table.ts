import type { SessionId } from "../domain/session.ts";

/** One process for certain: a pid alone may have been given to another one meanwhile. */
export interface ProcessRef {
  readonly pid: number;
  /** The system's own word for when it started; compared, never read. */
  readonly started: string;
}

/** What the process table says of one pane. */
export interface PaneFacts {
  /** The name of the program in the foreground; our wrapper is never it. Null where there is none. */
  readonly foreground: string | null;
  /** Its pid, which tells one start of a program from the next; null where there is none. */
  readonly foregroundPid: number | null;
  /** The foreground program's directory, or null where the system does not tell. */
  readonly cwd: string | null;
  /** CPU time that the whole foreground job has used so far, in milliseconds. May fall. */
  readonly cpuMs: number;
  /** Whether the foreground program sleeps in a read from its terminal; null where none can tell. */
  readonly readsTerminal: boolean | null;
}

/** The processes of this machine, seen without starting one where the system allows it. */
export interface ProcessTable {
  /** The process of this pid, or null where there is none, or only a zombie's remains. */
  identify(pid: number): Promise<ProcessRef | null>;
  /** Which of these very processes live, in one look; a zombie does not. */
  areAlive(processes: readonly ProcessRef[]): Promise<readonly boolean[]>;
  /**
   * One walk for all panes, keyed by the pane process's pid; one that is gone or a zombie is left
   * out. Of the `quiet` ones, in which nothing happened since the last look, the directory and the
   * read may be told as they were then, as long as the same program has used no more CPU.
   */
  paneFacts(
    panePids: readonly number[],
    quiet?: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, PaneFacts>>;
  /**
   * Whether all that runs in a pane sleeps at this moment, and so does what carries its input and
   * output: then what was typed was read, as far as somebody reads it, and nothing of what came of it
   * is still to be computed. False where the pane is gone.
   */
  isAtRest(panePid: number): Promise<boolean>;
  /**
   * Every process of a session: the pane's, its descendants, and those that left it (setsid, double
   * fork) but still carry `MAESTRO_SESSION_ID` in their environment, where the system shows that.
   * `panePid` null looks by environment alone. Never maestro's own daemon.
   */
  processesOf(session: SessionId, panePid: number | null): Promise<readonly ProcessRef[]>;
  /** A process whose working directory is the path or lies inside it, said for a person; or null. */
  livesIn(path: string): Promise<string | null>;
  /** Sends a signal to this very process; nothing happens where it is gone. */
  signal(process: ProcessRef, signal: "SIGTERM" | "SIGKILL" | "SIGCONT" | "SIGCHLD"): Promise<void>;
}

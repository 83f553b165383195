/** Something that a person may want to be told of while they look elsewhere. */
export interface Notice {
  /** What the session turned to, or that it ended with a failure. */
  readonly event: "awaiting_input" | "error" | "failed";
  readonly sessionId: string;
  readonly name: string | null;
  /** The question or failure in words; empty where there are none. */
  readonly detail: string;
  readonly cwd: string;
  readonly branch: string | null;
  readonly agent: string | null;
}

/** Tells a person. */
export interface Notifier {
  /** Rejects where that failed. Ends within its own time limit. */
  notify(notice: Notice): Promise<void>;
}

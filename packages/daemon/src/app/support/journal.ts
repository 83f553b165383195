import type { Log } from "../../ports/log.ts";

/** What happened behind the ports and on the event stream, in order. */
export class Journal {
  readonly entries: string[] = [];

  note(entry: string): void {
    this.entries.push(entry);
  }

  /** The entries so far that begin with one of these words. */
  of(...words: readonly string[]): string[] {
    return this.entries.filter((entry) => words.some((word) => entry.startsWith(word)));
  }

  clear(): void {
    this.entries.length = 0;
  }
}

/** A log whose lines a test can read. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];

  info(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push(`info ${message} ${JSON.stringify(facts)}`);
  }

  warn(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push(`warn ${message} ${JSON.stringify(facts)}`);
  }

  error(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.lines.push(`error ${message} ${JSON.stringify(facts)}`);
  }
}

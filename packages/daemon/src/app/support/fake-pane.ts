import type { Exit, Size } from "../../domain/session.ts";
import type { Pane, PaneListener } from "../../ports/terminal-host.ts";
import type { Journal } from "./journal.ts";

/** What a pane can be told to fail at. */
export type PaneFailure = "scrollback" | "write" | "resize" | "release" | "kill";

/** A pane that runs nothing: a test prints to it, ends it and reads what was typed. */
export class FakePane implements Pane {
  readonly identity: string;
  readonly pid: number;
  readonly typed: string[] = [];
  readonly sizes: Size[] = [];
  readonly failing = new Set<PaneFailure>();
  /** While set, typing waits for it. */
  gate: Promise<void> | null = null;
  state: "live" | "killed" | "released" | "detached" = "live";
  refills = 0;
  scrolledOff = "";
  readonly #listener: PaneListener;
  readonly #journal: Journal;

  constructor(pid: number, listener: PaneListener, journal: Journal) {
    this.pid = pid;
    this.identity = `${pid}/%0`;
    this.#listener = listener;
    this.#journal = journal;
  }

  /** The command writes this. */
  print(text: string): void {
    this.#listener.output(Buffer.from(text));
  }

  /** The command ends. */
  end(exit: Exit | null): void {
    this.#listener.ended(exit);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.gate;
    this.#check("write");
    this.typed.push(Buffer.from(bytes).toString("utf8"));
  }

  async resize(size: Size): Promise<void> {
    this.#check("resize");
    this.sizes.push(size);
  }

  async refill(): Promise<void> {
    this.refills++;
  }

  rememberModes(): void {}

  async history(): Promise<readonly string[]> {
    return [];
  }

  async scrollback(): Promise<Uint8Array> {
    this.#check("scrollback");
    return Buffer.from(this.scrolledOff);
  }

  async release(): Promise<void> {
    this.#check("release");
    this.state = "released";
    this.#journal.note("pane: released");
  }

  async kill(): Promise<void> {
    this.#check("kill");
    this.state = "killed";
    this.#journal.note("pane: killed");
  }

  async detach(): Promise<void> {
    this.state = "detached";
  }

  #check(what: PaneFailure): void {
    if (this.failing.has(what)) throw new Error(`the pane cannot ${what}`);
  }
}

import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import type { Exit, PaneIdentity, SessionId, Size } from "../../domain/session.ts";
import type { ProcessRef, ProcessTable } from "../../ports/process-table.ts";
import type { Capture, Pane, PaneListener } from "../../ports/terminal-host.ts";
import { captureScreen, openWithCapture } from "./capture-screen.ts";
import { EndMarkScanner } from "./end-mark.ts";
import { endProcesses, livingOf, stillRunning } from "./end-processes.ts";
import { readExitStatus } from "./exit-status.ts";
import { type Pipe, readFifo } from "./pipe.ts";
import { readScrollback } from "./read-scrollback.ts";
import type { TerminalPaths } from "./runtime-directory.ts";
import type { ServerFile } from "./server-file.ts";
import { expectDone, type Tmux, type TmuxOutcome } from "./tmux.ts";

/** How long output may still be on its way when the wrapper says that the command ended. */
const TAIL_DEADLINE_MS = 2_000;

/** How long a possible beginning of the end mark is held back when nothing follows. */
const HOLD_BACK_MS = 20;

/** What every pane of a host works with. */
export interface PaneContext {
  readonly tmux: Tmux;
  readonly processes: ProcessTable;
}

/** One pane of one tmux server: bytes in, bytes out, its size and its end. */
export class TmuxPane implements Pane {
  readonly id: SessionId;
  readonly identity: PaneIdentity;
  readonly pid: number;
  readonly #context: PaneContext;
  readonly #paths: TerminalPaths;
  readonly #server: ServerFile;
  readonly #listener: PaneListener;
  #pipe: Pipe;
  #pipeNumber: number;
  #scanner: EndMarkScanner;
  #holdBack: NodeJS.Timeout | null = null;
  #events: Socket | null = null;
  #refilling: Promise<Capture> | null = null;
  /** Set once: the end is told once, whichever way it is noticed first. */
  #state: "live" | "ending" | "over" = "live";
  #tailArrived: () => void = () => {};
  readonly #tail = new Promise<void>((resolve) => {
    this.#tailArrived = resolve;
  });

  constructor(
    context: PaneContext,
    paths: TerminalPaths,
    known: {
      readonly id: SessionId;
      readonly server: ServerFile;
      readonly pipe: Pipe;
      readonly pipeNumber: number;
    },
    listener: PaneListener,
  ) {
    this.id = known.id;
    this.identity = `${known.server.server.pid}/${known.server.paneId}`;
    this.pid = known.server.pane.pid;
    this.#context = context;
    this.#paths = paths;
    this.#server = known.server;
    this.#listener = listener;
    this.#pipe = known.pipe;
    this.#pipeNumber = known.pipeNumber;
    this.#scanner = new EndMarkScanner(known.server.nonce);
  }

  /** True when nothing more will be heard of this pane. */
  get isOver(): boolean {
    return this.#state === "over";
  }

  /** Begins to deliver output and to wait for the end. */
  listen(): void {
    this.#pipe.connect();
    this.#pipe.onOutput((bytes) => this.#receive(bytes));
    this.#events = readFifo(this.#paths.events);
    this.#events.once("data", () => void this.#commandEnded());
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#pipe.write(bytes);
  }

  async resize({ cols, rows }: Size): Promise<void> {
    const args = ["resize-window", "-t", this.#server.paneId, "-x", `${cols}`, "-y", `${rows}`];
    expectDone(await this.#call(args), "The terminal could not be resized");
  }

  async refill(): Promise<void> {
    this.#refilling ??= this.#reopen().finally(() => {
      this.#refilling = null;
    });
    await this.#refilling;
  }

  async history(lines: number): Promise<readonly string[]> {
    const { paneId } = this.#server;
    const args = ["capture-pane", "-p", "-t", paneId, "-S", `-${lines}`];
    const done = expectDone(await this.#call(args), "The history could not be read");
    return done.toString("utf8").replace(/\n$/, "").split("\n");
  }

  scrollback(maxBytes: number): Promise<Uint8Array> {
    const { socket } = this.#paths;
    const { paneId } = this.#server;
    return readScrollback(this.#context.tmux, { socket, paneId }, maxBytes);
  }

  rememberModes(restore: Uint8Array): void {
    // Losing the race with a crash loses a mode, no more; so it is worth neither fsync nor waiting.
    writeFile(this.#paths.modes, restore, { mode: 0o600 }).catch(() => {});
  }

  async release(): Promise<void> {
    await this.detach();
    await this.#call(["kill-server"]);
    const { processes } = this.#context;
    await endProcesses(processes, () => livingOf(processes, [this.#server.server]));
  }

  async kill(): Promise<void> {
    this.#state = "over";
    const processes = this.#context.processes;
    const find = async () => [
      ...(await processes.processesOf(this.id, this.pid)),
      ...(await livingOf(processes, [this.#server.server])),
    ];
    // Looked for before the hang-up: afterwards the children belong to nobody.
    const before = await find();
    await this.#call(["kill-server"]);
    // Closed now, or the helper that reads from us would wait for more.
    await this.detach();
    const left = await endProcesses(processes, async () => [
      ...(await livingOf(processes, before)),
      ...(await processes.processesOf(this.id, null)),
    ]);
    if (left.length > 0) throw stillRunning(left);
  }

  async detach(): Promise<void> {
    this.#state = "over";
    if (this.#holdBack !== null) clearTimeout(this.#holdBack);
    this.#events?.destroy();
    await this.#pipe.close();
  }

  /** The tmux server and our wrapper: where one of them is gone, the session has ended. */
  get pillars(): readonly [server: ProcessRef, wrapper: ProcessRef] {
    return [this.#server.server, this.#server.pane];
  }

  /** A sweep found one of the pillars gone, which nothing else announces. */
  async fell(serverLives: boolean): Promise<void> {
    if (this.#state !== "live") return;
    this.#state = "ending";
    const exit = await readExitStatus(this.#paths.status);
    if (serverLives) {
      // tmux 3.3a misses the wrapper's end under load; the signal makes it look.
      await this.#context.processes.signal(this.#server.server, "SIGCHLD");
      await this.#captureLast().catch(() => {});
    }
    this.#finish(exit);
  }

  /** A pane whose process is gone has no pipe any more, only a screen. */
  async #captureLast(): Promise<void> {
    const { paneId } = this.#server;
    this.#listener.refilled(await captureScreen(this.#context.tmux, this.#paths, paneId));
  }

  #call(args: readonly string[]): Promise<TmuxOutcome> {
    return this.#context.tmux.call({ socket: this.#paths.socket, args });
  }

  #receive(bytes: Buffer): void {
    if (this.#state === "over") return;
    if (this.#holdBack !== null) clearTimeout(this.#holdBack);
    const { output, ended } = this.#scanner.scan(bytes);
    if (output.length > 0) this.#listener.output(output);
    if (ended) this.#tailArrived();
    this.#holdBack = this.#scanner.holds
      ? setTimeout(() => {
          const held = this.#scanner.flush();
          if (held.length > 0 && this.#state !== "over") this.#listener.output(held);
        }, HOLD_BACK_MS)
      : null;
  }

  async #commandEnded(): Promise<void> {
    if (this.#state !== "live") return;
    this.#state = "ending";
    const exit = await readExitStatus(this.#paths.status);
    const complete = await within(TAIL_DEADLINE_MS, this.#tail);
    // The mark did not come through (a full screen, a stopped terminal): tmux itself has the screen.
    if (!complete) await this.#reopen().catch(() => {});
    this.#finish(exit);
  }

  #finish(exit: Exit | null): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#listener.ended(exit);
  }

  /**
   * Opens a new pipe and captures the screen in one tmux command line: what comes out of the new
   * pipe follows exactly on the capture.
   */
  async #reopen(): Promise<Capture> {
    const number = this.#pipeNumber + 1;
    this.#pipeNumber = number;
    const opened = await openWithCapture(
      this.#context.tmux,
      this.#paths,
      this.#server.paneId,
      number,
    );
    const old = this.#pipe;
    this.#pipe = opened.pipe;
    this.#scanner = new EndMarkScanner(this.#server.nonce);
    await old.close();
    this.#listener.refilled(opened.capture);
    opened.pipe.onOutput((bytes) => this.#receive(bytes));
    return opened.capture;
  }
}

/** Whether the promise resolved in time. */
async function within(ms: number, promise: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

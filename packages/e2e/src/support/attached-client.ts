import {
  attachTerminal,
  type AttachRequest,
  originConnection,
  type TerminalStream,
} from "@maestro/client";
import type { AttachServerFrame } from "@maestro/protocol";
import type { Terminal } from "@xterm/headless";
import { WebSocket } from "ws";
import { allLines, clientTerminal, screenLines, write } from "./client-terminal.ts";
import type { TestDaemon } from "./test-daemon.ts";

const DEADLINE_MS = 20_000;

/** One thing a client heard, in order: terminal bytes or a control frame. */
export type Heard = Uint8Array | AttachServerFrame;

/** How a client attaches, and what it keeps. */
export interface ClientOptions extends Omit<AttachRequest, "id"> {
  /** Lines of history of the client's own. */
  readonly scrollback?: number;
  /** False counts bytes and forgets them: for floods. */
  readonly record?: boolean;
  /** False has no emulator. */
  readonly show?: boolean;
}

/** A client of one session's terminal that shows what it gets, as a page does, and remembers it. */
export class AttachedClient {
  readonly heard: Heard[] = [];
  bytesHeard = 0;
  readonly #options: ClientOptions;
  readonly #stream: TerminalStream;
  readonly #waiting = new Set<() => void>();
  #socket: WebSocket | null = null;
  #terminal: Terminal | null = null;
  #parsed: Promise<void> = Promise.resolve();
  #dropped = false;
  #closed: { readonly code: number; readonly reason: string } | null = null;

  constructor(daemon: TestDaemon, id: string, options: ClientOptions = {}) {
    this.#options = options;
    const keep = (socket: WebSocket): void => {
      this.#socket = socket;
    };
    const connection = originConnection({
      url: daemon.url,
      token: daemon.token,
      WebSocket: class extends WebSocket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols);
          keep(this);
        }
      } as never,
    });
    const { scrollback: _scrollback, record: _record, show: _show, ...request } = options;
    this.#stream = attachTerminal(
      connection,
      { id, ...request },
      {
        frame: (frame) => this.#hear(frame),
        bytes: (bytes) => this.#hear(bytes),
        closed: (why) => {
          this.#closed = why;
          this.#tell();
        },
      },
    );
  }

  /** Attaches and waits for the screen. */
  static async open(
    daemon: TestDaemon,
    id: string,
    options: ClientOptions = {},
  ): Promise<AttachedClient> {
    const client = new AttachedClient(daemon, id, options);
    await client.untilFrame("live");
    await client.parsed();
    return client;
  }

  get terminal(): Terminal {
    if (this.#terminal === null) throw new Error("the client heard nothing yet");
    return this.#terminal;
  }

  get size(): { readonly cols: number; readonly rows: number } {
    return { cols: this.terminal.cols, rows: this.terminal.rows };
  }

  get screen(): string {
    return this.#terminal === null ? "" : screenLines(this.#terminal).join("\n");
  }

  /** History and screen. */
  get lines(): readonly string[] {
    return allLines(this.terminal);
  }

  get closed(): { readonly code: number; readonly reason: string } | null {
    return this.#closed;
  }

  get frames(): readonly AttachServerFrame[] {
    return this.heard.filter((item): item is AttachServerFrame => !(item instanceof Uint8Array));
  }

  get stream(): Pick<TerminalStream, "paste" | "resize" | "focus"> {
    return this.#stream;
  }

  type(text: string | Uint8Array): void {
    this.#stream.input(typeof text === "string" ? Buffer.from(text) : text);
  }

  /** A frame as a client of another make might send it. */
  sendText(text: string): void {
    this.#socket?.send(text);
  }

  /** Everything up to the first `live`: how it was attached, and its snapshot. */
  untilLive(): readonly Heard[] {
    return this.heard.slice(0, this.#liveAt());
  }

  sinceLive(): readonly Heard[] {
    return this.heard.slice(this.#liveAt() + 1);
  }

  /** Resolves when the emulator has taken in everything heard so far. */
  async parsed(): Promise<void> {
    await this.#parsed;
  }

  /** Waits until something is so; asked after everything that is heard or parsed. */
  async until(what: string, condition: () => boolean): Promise<void> {
    if (condition()) return;
    await new Promise<void>((resolve, reject) => {
      const ask = (): void => {
        if (condition()) finish(resolve);
        else if (this.#closed !== null) finish(() => reject(this.#never(what)));
      };
      const timer = setTimeout(() => finish(() => reject(this.#never(what))), DEADLINE_MS);
      const finish = (act: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(ask);
        act();
      };
      this.#waiting.add(ask);
    });
  }

  async untilScreen(text: string | RegExp): Promise<void> {
    await this.until(`the screen shows ${text}`, () =>
      typeof text === "string" ? this.screen.includes(text) : text.test(this.screen),
    );
  }

  async untilFrame<T extends AttachServerFrame["type"]>(
    type: T,
  ): Promise<Extract<AttachServerFrame, { type: T }>> {
    await this.until(`a frame "${type}" came`, () => this.frames.some((f) => f.type === type));
    return this.frames.findLast((f) => f.type === type) as Extract<AttachServerFrame, { type: T }>;
  }

  async untilSize(cols: number, rows: number): Promise<void> {
    await this.until(
      `the size is ${cols}×${rows}`,
      () => this.#terminal?.cols === cols && this.#terminal.rows === rows,
    );
  }

  /** The command's end, everything before it shown. */
  async untilEnded(): Promise<Extract<AttachServerFrame, { type: "ended" }>> {
    const frame = await this.untilFrame("ended");
    await this.parsed();
    return frame;
  }

  /** Stops reading from the network, as a suspended page does. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Is gone from one moment to the next, and hears nothing more. */
  drop(): void {
    this.#dropped = true;
    this.#socket?.terminate();
  }

  async close(): Promise<void> {
    if (this.#closed !== null) return;
    const gone = new Promise<void>((resolve) => this.#waiting.add(() => this.#closed && resolve()));
    this.#stream.close();
    await gone;
  }

  #liveAt(): number {
    return this.heard.findIndex((item) => !(item instanceof Uint8Array) && item.type === "live");
  }

  #hear(item: Heard): void {
    if (this.#dropped) return;
    if (item instanceof Uint8Array) this.bytesHeard += item.length;
    if (!(item instanceof Uint8Array) || this.#options.record !== false) this.heard.push(item);
    if (this.#options.show !== false) {
      this.#parsed = this.#parsed.then(() => this.#show(item)).then(() => this.#tell());
    }
    this.#tell();
  }

  async #show(item: Heard): Promise<void> {
    if (item instanceof Uint8Array) await write(this.terminal, item);
    else if (item.type === "attached" || item.type === "resync") {
      this.#terminal = clientTerminal(item, this.#options.scrollback);
    } else if (item.type === "resized") this.terminal.resize(item.cols, item.rows);
  }

  #tell(): void {
    for (const ask of this.#waiting) ask();
  }

  #never(what: string): Error {
    const frames = this.frames.map((frame) => frame.type).join(" ");
    const closed = this.#closed === null ? "" : `, closed ${JSON.stringify(this.#closed)}`;
    return new Error(`it never was so that ${what}; heard: ${frames}${closed}\n${this.screen}`);
  }
}

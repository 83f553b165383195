/** Sent and not yet taken: enough that a quick client never waits for more. */
const WINDOW_BYTES = 128 * 1024;

/** A client that acknowledges says at least so often how far it is, so less cannot be waited for. */
const UNTOLD_BYTES = 32 * 1024;

/** More than this waiting for a client, and it is better off with a new snapshot. */
const MOST_WAITING_BYTES = 2 * 1024 * 1024;

type Content = string | Uint8Array;

/**
 * What one client is to get, in order. A browser takes in whatever the network brings, however far
 * its page is behind; so a client may say what it has shown, and from then on no more than a window
 * is under way to it. The rest waits here, and is dropped where it grows too long.
 */
export class OutputWindow {
  readonly #send: (content: Content) => void;
  #waiting: Content[] = [];
  #waitingBytes = 0;
  #sentBytes = 0;
  /** Null for a client that does not say. */
  #takenBytes: number | null = null;
  #dropped = false;

  constructor(send: (content: Content) => void) {
    this.#send = send;
  }

  /** Bytes that wait here; endless once some were dropped, until the client has caught up. */
  get waitingBytes(): number {
    return this.#dropped ? Infinity : this.#waitingBytes;
  }

  /** `replaceable` is what a snapshot can stand for: part of the stream. */
  push(content: Content, replaceable: boolean): void {
    if (this.#dropped && replaceable) return;
    if (this.#waiting.length === 0 && this.#isOpen) {
      this.#pass(content);
      return;
    }
    this.#waiting.push(content);
    this.#waitingBytes += content.length;
    if (!replaceable || this.#waitingBytes <= MOST_WAITING_BYTES) return;
    this.#dropped = true;
    this.#forget();
  }

  /** Notes how many bytes the client has taken in all; answers whether it has caught up. */
  taken(bytes: number): boolean {
    this.#takenBytes = Math.max(this.#takenBytes ?? 0, bytes);
    let passed = 0;
    for (const content of this.#waiting) {
      if (!this.#isOpen) break;
      this.#pass(content);
      this.#waitingBytes -= content.length;
      passed += 1;
    }
    this.#waiting.splice(0, passed);
    if (this.#waiting.length > 0 || this.#underWay > UNTOLD_BYTES) return false;
    this.#dropped = false;
    return true;
  }

  /** Sends what waits, whatever the client has taken: nothing more will come. */
  flush(): void {
    for (const content of this.#waiting) this.#send(content);
    this.#forget();
  }

  get #underWay(): number {
    return this.#takenBytes === null ? 0 : this.#sentBytes - this.#takenBytes;
  }

  get #isOpen(): boolean {
    return this.#underWay < WINDOW_BYTES;
  }

  #pass(content: Content): void {
    if (typeof content !== "string") this.#sentBytes += content.length;
    this.#send(content);
  }

  #forget(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

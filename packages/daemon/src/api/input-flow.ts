import type { WebSocket } from "ws";

/** Enough to keep a terminal busy; what is beyond it waits in the network and with its sender. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Stops reading from a client while a program does not read what the client sent: a stopped program
 * must not make the daemon keep gigabytes for it.
 */
export class InputFlow {
  readonly #socket: WebSocket;
  #waiting = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Counts input until it was taken. */
  count(bytes: number, taken: void | Promise<void>): void {
    if (taken === undefined) return;
    this.#waiting += bytes;
    if (this.#waiting > MOST_WAITING_BYTES) this.#socket.pause();
    const settled = (): void => {
      this.#waiting -= bytes;
      if (this.#waiting <= MOST_WAITING_BYTES) this.#socket.resume();
    };
    taken.then(settled, settled);
  }
}

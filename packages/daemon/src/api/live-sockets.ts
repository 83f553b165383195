import { WebSocket } from "ws";
import type { Caller } from "../app/access/access.ts";

/** The close codes of RFC 6455 that we use, and ours from 4000 on. */
export const CLOSE = { normal: 1000, goingAway: 1001, refused: 4000, signedOut: 4001 } as const;

/** What whoever uses a socket tells of it. */
export interface Lifeline {
  /** The network took something: the peer is slow, not dead. */
  sign(): void;
}

/**
 * A peer that has not taken what waits for it may be stopped, and its network would say if it were
 * gone: so many times it may be asked before it is dropped. What waits for it is bounded.
 */
const PATIENCE_WHILE_BEHIND = 10;

interface Entry {
  readonly caller: Caller;
  /** How often it was asked for a sign of life since the last one. */
  asked: number;
}

/** All open WebSockets: asked for signs of life, and ended together or by whom they belong to. */
export class LiveSockets {
  readonly #entries = new Map<WebSocket, Entry>();
  readonly #timer: NodeJS.Timeout;

  constructor(heartbeatMs: number) {
    this.#timer = setInterval(() => this.#beat(), heartbeatMs).unref();
  }

  add(socket: WebSocket, caller: Caller): Lifeline {
    const entry: Entry = { caller, asked: 0 };
    const sign = (): void => {
      entry.asked = 0;
    };
    this.#entries.set(socket, entry);
    socket.on("pong", sign);
    socket.on("message", sign);
    socket.once("close", () => this.#entries.delete(socket));
    return { sign };
  }

  /** Ends what a device that was signed out still has open. */
  endThoseOf(deviceId: string): void {
    for (const [socket, { caller }] of this.#entries) {
      if (caller.kind !== "device" || caller.id !== deviceId) continue;
      socket.close(CLOSE.signedOut, "signed out");
      // Not a moment longer for input, whether the peer answers the close or not.
      socket.pause();
      setTimeout(() => socket.terminate(), 1_000).unref();
    }
  }

  /** Tells every peer that the daemon stops, and drops those that do not answer in time. */
  async end(withinMs: number): Promise<void> {
    clearInterval(this.#timer);
    const open = [...this.#entries.keys()];
    const closed = open.map(
      (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    for (const socket of open) socket.close(CLOSE.goingAway, "the daemon stops");
    const late = setTimeout(() => {
      for (const socket of open) socket.terminate();
    }, withinMs);
    await Promise.all(closed);
    clearTimeout(late);
  }

  #beat(): void {
    for (const [socket, entry] of this.#entries) {
      // Nothing that the peer says is read at the moment: its silence means nothing.
      if (socket.isPaused) continue;
      const patience = socket.bufferedAmount > 0 ? PATIENCE_WHILE_BEHIND : 1;
      if (entry.asked >= patience) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) {
        // One ping is enough for a peer that reads it late.
        if (entry.asked === 0) socket.ping();
        entry.asked += 1;
      }
    }
  }
}

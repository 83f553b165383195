import { WebSocket } from "ws";
import type { EventFeed } from "./event-feed.ts";
import type { Lifeline } from "./live-sockets.ts";

/** Feeds one WebSocket with the event stream. What a client sends there means nothing. */
export function serveEvents(socket: WebSocket, feed: EventFeed, lifeline: Lifeline): void {
  const leave = feed.join({
    send(frame, taken) {
      // A socket that is closing takes nothing more, and its subscriber is about to leave.
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(frame, { binary: false }, (error) => {
        if (error === undefined || error === null) lifeline.sign();
        taken();
      });
    },
    get queuedBytes() {
      return socket.bufferedAmount;
    },
  });
  socket.once("close", leave);
}

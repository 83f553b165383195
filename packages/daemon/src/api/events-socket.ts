import { EventsPing, type EventsPong } from "@maestro/protocol";
import { type RawData, WebSocket } from "ws";
import type { EventFeed } from "./event-feed.ts";
import type { Lifeline } from "./live-sockets.ts";

/** A ping is shorter; nothing longer is looked at. */
const LONGEST_PING = 100;

/** A client that lets more than this wait does not read, and its pings say nothing. */
const UNREAD_BYTES = 64 * 1024;

/** Feeds one WebSocket with the event stream. Of what a client sends only a ping means anything. */
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
  socket.on("message", (data, isBinary) => {
    const ping = isBinary || socket.bufferedAmount > UNREAD_BYTES ? null : parsePing(data);
    if (ping === null || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "pong", id: ping.id } satisfies EventsPong));
  });
  socket.once("close", leave);
}

function parsePing(data: RawData): EventsPing | null {
  if (!Buffer.isBuffer(data) || data.length > LONGEST_PING) return null;
  try {
    const parsed = EventsPing.safeParse(JSON.parse(data.toString("utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

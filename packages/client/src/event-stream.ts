import { type EventsPing, ServerEvent, sockets, WS_PROTOCOL } from "@maestro/protocol";
import { retryDelayMs } from "./backoff.ts";
import type { Connection, SocketHandle } from "./connection.ts";
import { RoundTrip } from "./round-trip.ts";
import { EMPTY_VIEW, reduceView, type SessionView } from "./session-view.ts";

/** How the stream stands. `waiting`: the connection was lost and is tried again. */
export type StreamState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "waiting"; readonly retryInMs: number; readonly reason: string };

/** What a listener is told; both calls come in stream order. */
export interface EventListener {
  /** After each frame that was understood: the view with it, and the frame itself. */
  changed(view: SessionView, event: ServerEvent): void;
  state?(state: StreamState): void;
  /** How long a `ping` took, there and back. */
  roundTrip?(ms: number): void;
  random?: () => number;
}

/** A running event stream. */
export interface EventStream {
  readonly view: SessionView;
  /** Tries again at once instead of waiting for the next try. */
  retryNow(): void;
  /** Measures the way to the daemon and back; while an answer is due, tells how late it is. */
  ping(): void;
  close(): void;
}

/**
 * Follows `/api/events` until closed, coming back by itself whenever the connection is lost. The
 * last view stays meanwhile; the snapshot that opens the next connection replaces it.
 */
export function followEvents(connection: Connection, listener: EventListener): EventStream {
  let view = EMPTY_VIEW;
  let socket: SocketHandle | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;
  let closed = false;
  const trip = new RoundTrip((ms) => listener.roundTrip?.(ms));

  const connect = (): void => {
    timer = null;
    listener.state?.({ kind: "connecting" });
    socket = connection.openSocket(sockets.events.path, [WS_PROTOCOL], {
      opened: () => {
        if (!closed) listener.state?.({ kind: "open" });
      },
      message: (data) => {
        const frame = closed ? null : parseJson(data);
        if (frame === null || trip.answered(frame)) return;
        const event = parseEvent(frame);
        if (event === null) return;
        // Only a snapshot shows that the daemon is really there; an open socket may close at once.
        if (event.type === "sessions_snapshot") failures = 0;
        view = reduceView(view, event);
        listener.changed(view, event);
      },
      closed: ({ reason }) => {
        socket = null;
        trip.lost();
        if (closed) return;
        view = { ...view, current: false };
        const retryInMs = retryDelayMs(failures++, listener.random);
        timer = setTimeout(connect, retryInMs);
        listener.state?.({ kind: "waiting", retryInMs, reason });
      },
    });
  };
  connect();

  return {
    get view() {
      return view;
    },
    retryNow() {
      if (timer === null) return;
      clearTimeout(timer);
      connect();
    },
    ping() {
      const ping: EventsPing | null = view.current ? trip.begin() : null;
      if (ping !== null) socket?.send(JSON.stringify(ping));
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      socket?.close();
    },
  };
}

function parseJson(data: string | Uint8Array): unknown {
  if (typeof data !== "string") return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** A frame, or null for one that this version does not understand: a newer daemon may send more. */
function parseEvent(frame: unknown): ServerEvent | null {
  const parsed = ServerEvent.safeParse(frame);
  return parsed.success ? parsed.data : null;
}

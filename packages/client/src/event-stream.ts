import { ServerEvent, sockets, WS_PROTOCOL } from "@maestro/protocol";
import { retryDelayMs } from "./backoff.ts";
import type { Connection, SocketHandle } from "./connection.ts";
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
  random?: () => number;
}

/** A running event stream. */
export interface EventStream {
  readonly view: SessionView;
  /** Tries again at once instead of waiting for the next try. */
  retryNow(): void;
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

  const connect = (): void => {
    timer = null;
    listener.state?.({ kind: "connecting" });
    socket = connection.openSocket(sockets.events.path, [WS_PROTOCOL], {
      opened: () => {
        if (!closed) listener.state?.({ kind: "open" });
      },
      message: (data) => {
        const event = closed ? null : parseEvent(data);
        if (event === null) return;
        // Only a snapshot shows that the daemon is really there; an open socket may close at once.
        if (event.type === "sessions_snapshot") failures = 0;
        view = reduceView(view, event);
        listener.changed(view, event);
      },
      closed: ({ reason }) => {
        socket = null;
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
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      socket?.close();
    },
  };
}

/** A frame, or null for one that this version does not understand: a newer daemon may send more. */
function parseEvent(data: string | Uint8Array): ServerEvent | null {
  if (typeof data !== "string") return null;
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return null;
  }
  const parsed = ServerEvent.safeParse(json);
  return parsed.success ? parsed.data : null;
}

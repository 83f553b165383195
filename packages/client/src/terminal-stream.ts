import { AttachClientFrame, AttachServerFrame, sockets, WS_PROTOCOL } from "@maestro/protocol";
import { pathOf } from "./api.ts";
import type { Connection } from "./connection.ts";

/** Which terminal to show, and how large it can be shown here. */
export interface AttachRequest {
  readonly id: string;
  readonly cols?: number;
  readonly rows?: number;
  /** False takes the pane's size as it is. */
  readonly claim?: boolean;
}

/** What an attached client hears, in order. */
export interface TerminalListener {
  frame(frame: AttachServerFrame): void;
  /** Terminal bytes: a snapshot up to `live`, then the stream. */
  bytes(bytes: Uint8Array): void;
  /** The connection is over, by whichever side. */
  closed(why: { readonly code: number; readonly reason: string }): void;
}

/** The sending half of an attached terminal. What is sent before the socket opens is kept. */
export interface TerminalStream {
  readonly bufferedAmount: number;
  /** Input, byte for byte. */
  input(bytes: Uint8Array): void;
  /** Text that the daemon wraps in paste marks where the program asked for them. */
  paste(text: string): void;
  resize(cols: number, rows: number): void;
  focus(focused: boolean): void;
  /**
   * Says how many bytes of all that came were dealt with. From the first time on the daemon sends
   * only a little ahead of that; it has to be said at least every 32 KiB.
   */
  acknowledge(bytes: number): void;
  close(): void;
}

/** Opens a live view of one session's terminal. It does not come back by itself. */
export function attachTerminal(
  connection: Connection,
  request: AttachRequest,
  listener: TerminalListener,
): TerminalStream {
  const path = pathOf(sockets.attach.path, {
    params: { id: request.id },
    query: {
      cols: request.cols?.toString(),
      rows: request.rows?.toString(),
      claim: request.claim?.toString(),
    },
  });
  let early: (string | Uint8Array)[] | null = [];
  const socket = connection.openSocket(path, [WS_PROTOCOL], {
    opened() {
      for (const data of early ?? []) socket.send(data);
      early = null;
    },
    message(data) {
      if (typeof data !== "string") return listener.bytes(data);
      const frame = parseFrame(data);
      if (frame !== null) listener.frame(frame);
    },
    closed: (why) => listener.closed(why),
  });
  const send = (data: string | Uint8Array): void => {
    if (early === null) socket.send(data);
    else early.push(data);
  };
  const say = (frame: AttachClientFrame): void => send(JSON.stringify(frame));

  return {
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    input: send,
    paste: (text) => say({ type: "paste", text }),
    resize: (cols, rows) => say({ type: "resize", cols, rows }),
    focus: (focused) => say({ type: "focus", focused }),
    acknowledge: (bytes) => say({ type: "ack", bytes }),
    close: () => socket.close(),
  };
}

/** A control frame, or null for one that this version does not understand. */
function parseFrame(text: string): AttachServerFrame | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = AttachServerFrame.safeParse(json);
  return parsed.success ? parsed.data : null;
}

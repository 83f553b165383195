import type { Session } from "@maestro/protocol";
import type { Connection, HttpRequest, SocketHandlers } from "../connection.ts";

/** A connection in memory: answers HTTP with what it is given and lets a test play the daemon. */
export class FakeConnection implements Connection {
  readonly requests: (HttpRequest & { path: string })[] = [];
  readonly sockets: FakeSocket[] = [];
  answer: { status: number; body: string } | Error = { status: 200, body: "{}" };

  fetch(path: string, request: HttpRequest) {
    this.requests.push({ ...request, path });
    if (this.answer instanceof Error) return Promise.reject(this.answer);
    const { status, body } = this.answer;
    return Promise.resolve({ status, text: () => Promise.resolve(body) });
  }

  openSocket(path: string, protocols: readonly string[], handlers: SocketHandlers): FakeSocket {
    const socket = new FakeSocket(path, protocols, handlers);
    this.sockets.push(socket);
    return socket;
  }

  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }
}

/** The daemon's end of one socket. */
export class FakeSocket {
  readonly path: string;
  readonly protocols: readonly string[];
  readonly daemon: SocketHandlers;
  readonly sent: (string | Uint8Array)[] = [];
  readonly bufferedAmount = 0;
  closed = false;

  constructor(path: string, protocols: readonly string[], daemon: SocketHandlers) {
    this.path = path;
    this.protocols = protocols;
    this.daemon = daemon;
  }

  send(data: string | Uint8Array): void {
    this.sent.push(data);
  }

  close(): void {
    this.closed = true;
  }
}

/** A session as the daemon would send it. */
export function aSession(over: Partial<Session> = {}): Session {
  const at = "2026-11-02T10:00:00Z";
  return {
    id: "0f9b6a52-6f0e-4b51-9a3c-2f4f5d1c7e01",
    cwd: "/home/me/shop",
    command: ["claude"],
    env_names: [],
    metadata: { name: "quiet-otter", name_source: "generated" },
    worktree: null,
    repo: null,
    status: "running",
    exit: null,
    settled: null,
    created_at: at,
    foreground: "claude",
    current_cwd: "/home/me/shop",
    activity: "idle",
    activity_detail: null,
    activity_since: at,
    last_activity_at: at,
    last_focused_at: null,
    blocked_work: null,
    agent: null,
    agent_session_id: null,
    ...over,
  };
}

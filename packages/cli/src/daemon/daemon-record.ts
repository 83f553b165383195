import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

/** What a running daemon leaves in its state directory to be found by. */
export interface DaemonRecord {
  readonly pid: number;
  readonly url: string | null;
  readonly socket: string;
  readonly version: string;
}

/** The record in a state directory, or null where there is none that can be understood. */
async function readDaemonRecord(stateDir: string): Promise<DaemonRecord | null> {
  let text: string;
  try {
    text = await readFile(join(stateDir, "daemon.json"), "utf8");
  } catch {
    return null;
  }
  return parseDaemonRecord(text);
}

/** Parses a record; null for anything else. */
export function parseDaemonRecord(text: string): DaemonRecord | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== "object" || json === null) return null;
  const { pid, url, socket, version } = json as Record<string, unknown>;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 2) return null;
  if (typeof socket !== "string" || socket === "") return null;
  return {
    pid,
    url: typeof url === "string" ? url : null,
    socket,
    version: typeof version === "string" ? version : "",
  };
}

/** True where somebody accepts connections on a Unix socket: a file alone may be a dead daemon's. */
export function answers(socketPath: string, timeoutMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const end = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}

/** The daemon that answers now, or null. */
export async function runningDaemon(stateDir: string): Promise<DaemonRecord | null> {
  const record = await readDaemonRecord(stateDir);
  return record !== null && (await answers(record.socket)) ? record : null;
}

import { type Api, type Connection, createApi } from "@maestro/client";
import type { Session } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { resolveSession } from "../resolve-session.ts";
import { displayName } from "../session-name.ts";
import { type DaemonRecord, runningDaemon } from "./daemon-record.ts";
import { unixConnection } from "./unix-connection.ts";

/** A daemon that answers, and the ways to speak to it. */
export interface Daemon {
  readonly record: DaemonRecord;
  readonly connection: Connection;
  readonly api: Api;
}

/** The daemon, started where none runs. */
export async function daemonFor(context: Context): Promise<Daemon> {
  const running = await runningDaemon(context.stateDir);
  if (running !== null) return daemonOf(running);
  const { startDaemon } = await import("./start-daemon.ts");
  const started = await startDaemon(context);
  if (started.kind === "failed") throw new CliFailure(EXIT.noDaemon, started.message);
  return daemonOf(started.daemon);
}

/** The daemon if one runs; nothing is started. */
export async function daemonIfRunning(context: Context): Promise<Daemon | null> {
  const running = await runningDaemon(context.stateDir);
  return running === null ? null : daemonOf(running);
}

function daemonOf(record: DaemonRecord): Daemon {
  const connection = unixConnection(record.socket);
  return { record, connection, api: createApi(connection) };
}

/** The session that a word on the command line names. */
export async function sessionFor(api: Api, word: string): Promise<Session> {
  const sessions = await api.listSessions();
  const found = resolveSession(sessions, word);
  switch (found.kind) {
    case "found":
      return found.session;
    case "missing":
      throw new CliFailure(EXIT.notFound, `No session is called “${word}”. See: maestro ls`);
    case "ambiguous": {
      const those = found.sessions.map(
        (session) => `${session.id.slice(0, 8)} ${displayName(session)}`,
      );
      throw new CliFailure(
        EXIT.notFound,
        `“${word}” may be any of these; say which by its id: ${those.join(", ")}`,
      );
    }
  }
  return found satisfies never;
}

import { ApiFailure } from "@maestro/client";
import type { Session } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { type Daemon, daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT, exitCodeOf } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
import { displayName } from "../session-name.ts";

/** The options of `resume`. */
export interface ResumeOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** What became of one session. */
interface Row {
  readonly id: string;
  readonly resumed: "conversation" | "command" | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/**
 * Starts sessions again, one after another, and says of each what was started. One that cannot be
 * started stops no other.
 */
export async function resume(context: Context, words: readonly string[], options: ResumeOptions) {
  if ((options.all === true) === words.length > 0) {
    throw new CliFailure(EXIT.usage, "Say which sessions, or --all for all that are dormant.");
  }
  const { api } = await daemonFor(context);
  const sessions =
    options.all === true
      ? await dormant(api)
      : await Promise.all(words.map((w) => sessionFor(api, w)));
  if (sessions.length === 0) context.note("No session is dormant.");
  const rows: Row[] = [];
  for (const session of sessions) {
    const row = await resumeOne(api, session);
    rows.push(row);
    context.note(printable(`${displayName(session)}: ${wordsFor(row, session)}`));
  }
  if (options.json === true) printJson(context, rows);
  const failed = rows.find(({ error }) => error !== null);
  if (failed?.error) throw new CliFailure(exitCodeOf(failed.error.code), "");
}

async function dormant(api: Daemon["api"]): Promise<readonly Session[]> {
  return (await api.listSessions()).filter(({ status }) => status === "dormant");
}

async function resumeOne(api: Daemon["api"], { id }: Session): Promise<Row> {
  try {
    const { resumed } = await api.resumeSession({ params: { id } });
    return { id, resumed, error: null };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { id, resumed: null, error: { code: error.code, message: error.message } };
  }
}

function wordsFor({ resumed, error }: Row, session: Session): string {
  if (error !== null) return error.message;
  if (resumed === "conversation") return "goes on with its conversation";
  if (session.agent === null) return "its command runs again";
  return "its command runs again, as a new conversation: the old one is not known";
}

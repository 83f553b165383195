import { createApi, originConnection } from "@maestro/client";
import { Activity, type Report } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { daemonIfRunning, sessionFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";

/** The options of `report`. */
export interface ReportOptions {
  readonly detail?: string;
  readonly agentSession?: string;
  readonly session?: string;
}

/** A report is small, and whoever makes it goes on with something else. */
const TIMEOUT_MS = 10_000;

/** Says what an agent does: inside a session for that one, else for the session that is named. */
export async function report(context: Context, state: string, options: ReportOptions) {
  const { detail, agentSession } = options;
  const body: Report = {
    state: Activity.parse(state),
    ...(detail === undefined ? {} : { detail }),
    ...(agentSession === undefined ? {} : { agent_session_id: agentSession }),
  };
  const { api, id } = await target(context, options.session);
  await api.report({ params: { id }, body });
}

async function target(context: Context, word: string | undefined) {
  if (word === undefined) return ownSession(context);
  const daemon = await daemonIfRunning(context);
  if (daemon === null) throw new CliFailure(EXIT.noDaemon, "No daemon runs. See: maestro up");
  return { api: daemon.api, id: (await sessionFor(daemon.api, word)).id };
}

/** The session that this command runs in, spoken for with its own ticket. */
function ownSession({ env }: Context) {
  const { MAESTRO_URL: url, MAESTRO_TICKET: token, MAESTRO_SESSION_ID: id } = env;
  if (!url || !token || !id) {
    throw new CliFailure(
      EXIT.usage,
      "This is not inside a session; say which one is meant with --session ID.",
    );
  }
  return { api: createApi(originConnection({ url, token }), TIMEOUT_MS), id };
}

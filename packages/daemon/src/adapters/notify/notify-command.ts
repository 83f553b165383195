import { MAESTRO_VARIABLES } from "../../domain/agents/naming.ts";
import type { Notice, Notifier } from "../../ports/notifier.ts";
import { run } from "../process/run.ts";

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Runs the person's own shell line, the facts in its environment. */
export function notifyCommand(
  line: string,
  env: Readonly<Record<string, string | undefined>>,
): Notifier {
  return {
    async notify(notice) {
      const outcome = await run({
        file: "/bin/sh",
        args: ["-c", line],
        env: { ...inherited(env), ...facts(notice) },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_OUTPUT_BYTES,
      });
      if (outcome.kind === "exited" && outcome.code === 0) return;
      const stderr = "stderr" in outcome ? outcome.stderr.trim().slice(0, 500) : "";
      const how = outcome.kind === "exited" ? `exited with ${outcome.code}` : outcome.kind;
      throw new Error(stderr === "" ? how : `${how}: ${stderr}`);
    },
  };
}

function facts(notice: Notice): Record<string, string> {
  return {
    MAESTRO_EVENT: notice.event,
    MAESTRO_SESSION_ID: notice.sessionId,
    MAESTRO_SESSION_NAME: notice.name ?? "",
    MAESTRO_DETAIL: notice.detail,
    MAESTRO_CWD: notice.cwd,
    MAESTRO_BRANCH: notice.branch ?? "",
    MAESTRO_AGENT: notice.agent ?? "",
  };
}

/** What the daemon itself inherited from a session that it was started in is none of these facts. */
function inherited(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !MAESTRO_VARIABLES.includes(entry[0]),
    ),
  );
}

import type { Command } from "commander";
import { CliFailure } from "../cli-failure.ts";
import { completionScript, isShell, SHELLS } from "../completion/completion-script.ts";
import { describeCommands } from "../completion/describe-commands.ts";
import type { Context } from "../context.ts";
import { daemonIfRunning } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { sessionName } from "@maestro/protocol";

/** Prints the completion script of a shell. */
export function completion(context: Context, shell: string, program: Command): void {
  if (!isShell(shell)) {
    throw new CliFailure(EXIT.usage, `There are completions for ${SHELLS.join(", ")}`);
  }
  context.print(completionScript(shell, describeCommands(program)));
}

/** Prints names and ids for a shell to complete; silent where no daemon runs. */
export async function completeSessions(context: Context): Promise<void> {
  const daemon = await daemonIfRunning(context);
  const sessions = (await daemon?.api.listSessions()) ?? [];
  const names = sessions.map((session) => sessionName(session) ?? "");
  for (const [i, session] of sessions.entries()) {
    const name = names[i] ?? "";
    // A shell splits and interprets what completes, and a name that two have names neither.
    const fits = /^\w[\w.-]*$/.test(name) && names.indexOf(name) === names.lastIndexOf(name);
    context.print(fits ? name : session.id.slice(0, 8));
  }
}

import { ApiFailure } from "@maestro/client";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT, exitCodeOf } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
import { guardText } from "../output/unsaved-work-text.ts";
import { displayName } from "../session-name.ts";

/**
 * Ends or dismisses sessions. Each word is tried, whatever happens to the others; the exit code is
 * that of unsaved work where any was refused for it, else that of the first failure.
 */
export async function kill(
  context: Context,
  words: readonly string[],
  options: { readonly force?: boolean },
) {
  const { api } = await daemonFor(context);
  const codes: number[] = [];

  for (const word of words) {
    try {
      const session = await sessionFor(api, word);
      const name = displayName(session);
      try {
        const query = options.force === true ? ({ force: "true" } as const) : {};
        await api.killSession({ params: { id: session.id }, query });
        const done = session.status === "running" ? "Ended" : "Dismissed";
        context.note(`${done} ${printable(name)}.`);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.unsavedWork === null) throw error;
        context.note(guardText(session, name, error.unsavedWork));
        codes.push(exitCodeOf(error.code));
      }
    } catch (error) {
      if (error instanceof ApiFailure) codes.push(exitCodeOf(error.code));
      else if (error instanceof CliFailure) codes.push(error.exitCode);
      else throw error;
      context.note(`maestro: ${error.message}`);
    }
  }

  const [first] = codes;
  if (first === undefined) return;
  throw new CliFailure(codes.includes(EXIT.unsavedWork) ? EXIT.unsavedWork : first, "");
}

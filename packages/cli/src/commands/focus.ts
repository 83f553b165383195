import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { byNeed, stateWords } from "../output/session-state.ts";
import { attach, type AttachOptions } from "./attach.ts";

/** The options of `focus`. */
export interface FocusOptions extends AttachOptions {
  readonly print?: boolean;
  readonly json?: boolean;
}

/** Goes to a session, or with `next` to the one that has waited longest. */
export async function focus(context: Context, word: string, options: FocusOptions) {
  const { api } = await daemonFor(context);
  const session =
    word === "next"
      ? byNeed(await api.listSessions(), context.now()).find((one) => {
          const { mood } = stateWords(one, context.now());
          return mood === "waits" || mood === "error";
        })
      : await sessionFor(api, word);
  if (session === undefined) throw new CliFailure(EXIT.notFound, "Nobody waits for you.");
  if (options.json === true) return printJson(context, session);
  if (options.print === true || !context.interactive) return context.print(session.id);
  return attach(context, session.id, options);
}

import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";

/** The options of `screen`. */
export interface ScreenOptions {
  readonly scrollback?: string;
  readonly ansi?: boolean;
  readonly json?: boolean;
}

/** Prints what a session's screen shows. */
export async function screen(context: Context, word: string, options: ScreenOptions) {
  const { api } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  const shown = await api.getScreen({
    params: { id },
    query: {
      ...(options.scrollback === undefined ? {} : { scrollback: options.scrollback }),
      ...(options.ansi === true ? { format: "ansi" } : {}),
    },
  });
  if (options.json === true) return printJson(context, shown);
  // The screen's empty rows at its end say nothing to a person, and a script can ask for JSON.
  context.print(options.ansi === true ? shown.content : shown.content.replace(/\n+$/, ""));
}

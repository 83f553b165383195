import type { Context } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { printable } from "../output/printable.ts";
import { displayName } from "../session-name.ts";

/** Gives a session a name, or takes it away with an empty one. */
export async function rename(context: Context, word: string, words: readonly string[]) {
  const { api } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  const renamed = await api.updateSession({ params: { id }, body: { name: words.join(" ") } });
  if (context.interactive) context.note(`It is called ${printable(displayName(renamed))} now.`);
}

import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { displayName } from "../session-name.ts";
import { printable } from "../output/printable.ts";
import { newRequest, type NewOptions } from "./new-request.ts";

/** Starts a session and prints its id, or attaches to it. */
export async function newSession(context: Context, words: string[], options: NewOptions) {
  const { columns, rows } = process.stdout;
  const size = options.attach === true && columns > 1 && rows > 1 ? { cols: columns, rows } : null;
  const caller = { cwd: context.cwd(), env: context.env, size };
  const request = newRequest(words, options, caller);
  const { api } = await daemonFor(context);
  const session = await api.createSession({ body: request });
  if (options.attach === true) {
    const { attach } = await import("./attach.ts");
    return attach(context, session.id, options);
  }
  if (options.json === true) return printJson(context, session);
  context.print(session.id);
  if (context.interactive) {
    const name = printable(displayName(session));
    context.note(`Started ${name}. maestro attach ${session.id.slice(0, 8)}`);
  }
}

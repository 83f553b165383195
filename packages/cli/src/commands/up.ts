import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { duration } from "../output/relative-time.ts";

/** Starts the daemon where none runs, and says how to reach it. */
export async function up(context: Context, options: { readonly json?: boolean }) {
  const daemon = await daemonFor(context);
  const { url, pid, version, socket } = daemon.record;
  const link = url === null ? null : await daemon.api.createLoginLink();
  if (options.json === true) {
    return printJson(context, { url, socket, pid, version, login_link: link });
  }
  if (url === null || link === null) {
    return context.print(`maestro is up, on its socket alone: ${socket}`);
  }
  const left = Math.ceil((Date.parse(link.expires_at) - context.now()) / 1000);
  context.print(`maestro is up at ${url}`);
  context.print(`To sign a browser in, once, within ${duration(left)}: ${link.url}`);
}

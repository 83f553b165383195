import { spawn } from "node:child_process";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";

/** Prints a one-time link, and opens it in a browser where there is a display to show one. */
export async function open(context: Context, options: { readonly json?: boolean }) {
  const daemon = await daemonFor(context);
  if (daemon.record.url === null) {
    throw new CliFailure(
      EXIT.failed,
      "The daemon listens on its socket alone; see: maestro config",
    );
  }
  const link = await daemon.api.createLoginLink();
  if (options.json === true) return printJson(context, link);
  context.print(link.url);
  await openInBrowser(context.env, link.url);
}

/** Where nothing can show a browser, the printed link is the answer, and failing says nothing. */
function openInBrowser(env: NodeJS.ProcessEnv, url: string): Promise<void> {
  const opener = browserOpener(process.platform, env);
  if (opener === null) return Promise.resolve();
  return new Promise((resolve) => {
    const child = spawn(opener, [url], { detached: true, stdio: "ignore" });
    child.on("error", () => resolve());
    child.on("spawn", () => resolve());
    child.unref();
  });
}

/** The program that opens a link here, or null where there is no display. */
export function browserOpener(platform: string, env: NodeJS.ProcessEnv): string | null {
  // Over ssh the display, if any, is not the one the person sits at.
  if (env["SSH_CONNECTION"] !== undefined) return null;
  if (platform === "darwin") return "open";
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? "xdg-open" : null;
}

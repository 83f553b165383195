import { spawn } from "node:child_process";
import { isLoopback } from "@maestro/client";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { qrCode } from "../output/qr-code.ts";

/** What `maestro open` takes. */
export interface OpenOptions {
  readonly json?: boolean;
  readonly qr?: boolean;
  readonly at?: string;
}

/**
 * Prints a one-time link, and opens it in a browser where there is a display to show one; as a
 * picture it is for the camera of a phone instead.
 */
export async function open(context: Context, { json, qr, at }: OpenOptions): Promise<void> {
  const origin = at === undefined ? null : originOf(at);
  const daemon = await daemonFor(context);
  if (daemon.record.url === null && origin === null) {
    throw new CliFailure(
      EXIT.failed,
      "The daemon listens on its socket alone; see: maestro config",
    );
  }
  const link = await daemon.api.createLoginLink();
  const { pathname, hash } = new URL(link.url);
  const url = origin === null ? link.url : `${origin}${pathname}${hash}`;
  if (json === true) return printJson(context, { ...link, url });
  if (qr === true) return showCode(context, url);
  context.print(url);
  await openInBrowser(context.env, url);
}

/** The address of a proxy or a tunnel, which the daemon does not know. */
function originOf(at: string): string {
  const url = URL.canParse(at) ? new URL(at) : null;
  const isBare = url !== null && `${url.pathname}${url.search}${url.hash}` === "/";
  if (url === null || !/^https?:$/.test(url.protocol) || !isBare || url.username !== "") {
    throw new CliFailure(
      EXIT.usage,
      `"${at}" is not an address such as https://maestro.example.net`,
    );
  }
  return url.origin;
}

function showCode(context: Context, url: string): void {
  const code = qrCode(url, context.colour);
  const needed = qrCode(url, false)[0]?.length ?? 0;
  const width = context.width();
  if (!context.unicode) context.note("This terminal's locale has no blocks to draw a code with.");
  else if (width !== null && width < needed) {
    context.note(`The code needs ${needed} columns; the terminal has ${width}.`);
  } else for (const line of code) context.print(line);
  context.print(url);
  if (isLoopback(url)) {
    context.note(
      "This address leads to this machine alone. With a tunnel or a proxy in front of the daemon: maestro open --qr --at https://NAME",
    );
  }
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

import type { ReadStream, WriteStream } from "node:tty";
import { attachSession } from "../attach/attach-session.ts";
import { parseDetachKey } from "../attach/detach-key.ts";
import { LocalTerminal } from "../attach/local-terminal.ts";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { type Daemon, daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT, exitCodeOf } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
import { endingWords } from "../output/session-state.ts";
import { displayName } from "../session-name.ts";

/** The options of `attach`. */
export interface AttachOptions {
  readonly detachKey: string;
  /** By tmux itself, not through the daemon. */
  readonly tmux?: boolean;
}

/** Shows a session in this terminal until the detach key is pressed or it ends. */
export async function attach(context: Context, word: string, options: AttachOptions) {
  const key = parseDetachKey(options.detachKey);
  if (key === null) {
    throw new CliFailure(
      EXIT.usage,
      `“${options.detachKey}” is no detach key; say ctrl-\\ or ctrl-a`,
    );
  }
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new CliFailure(
      EXIT.usage,
      "attach needs a terminal; for scripts there is: maestro screen",
    );
  }
  const daemon = await daemonFor(context);
  const session = await sessionFor(daemon.api, word);
  if (session.id === context.env["MAESTRO_SESSION_ID"]) {
    throw new CliFailure(EXIT.failed, "This terminal is that session: it cannot show itself.");
  }
  if (options.tmux === true) {
    const { attachTmux } = await import("./attach-tmux.ts");
    return attachTmux(context, daemon, session);
  }
  const name = printable(displayName(session));
  context.note(`Attached to ${name}. ${key.label} leaves; the session goes on.`);
  const outcome = await attachSession(terminalOf(stdin, stdout), {
    connection: daemon.connection,
    id: session.id,
    title: `${name} (${key.label} leaves)`,
    detachKey: key,
  });
  switch (outcome.kind) {
    case "detached":
    case "hung-up":
      context.note(`Left ${name}. It goes on: maestro attach ${session.id.slice(0, 8)}`);
      break;
    case "ended":
      context.note(`${name}: ${endingWords(outcome.exit).label}`);
      break;
    case "removed":
      context.note(`${name} is gone: somebody ended it.`);
      break;
    case "failed":
      throw await explained(daemon, outcome);
  }
  // The terminal's stream would keep the process alive.
  stdin.unref();
}

function terminalOf(input: ReadStream, output: WriteStream & { fd: 1 }): LocalTerminal {
  return new LocalTerminal(input, output);
}

async function explained(
  daemon: Daemon,
  { code, message }: { code: string | null; message: string },
): Promise<CliFailure> {
  if (code !== null) return new CliFailure(exitCodeOf(code), message);
  const up = await daemon.api.health().then(
    () => true,
    () => false,
  );
  return new CliFailure(up ? EXIT.failed : EXIT.noDaemon, message);
}

import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import type { Daemon } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
import { displayName } from "../session-name.ts";

/** Shows a session by plain `tmux attach` on its own server, past the daemon. */
export async function attachTmux(context: Context, daemon: Daemon, session: Session) {
  const name = printable(displayName(session));
  if (session.status !== "running") {
    throw new CliFailure(EXIT.failed, `${name} does not run: tmux has nothing of it any more.`);
  }
  const { runtime_dir: directory } = await daemon.api.getStatus();
  if (directory === null) {
    throw new CliFailure(EXIT.failed, "This daemon does not say where its terminals are.");
  }
  // The 16 bytes of the id, as the daemon names what belongs to a session.
  const short = Buffer.from(session.id.replaceAll("-", ""), "hex").toString("base64url");
  const target = `=maestro-${session.id}`;
  // Where the server is gone tmux starts one; it must not read the person's configuration.
  const args = ["-u", "-f", "/dev/null", "-S", join(directory, `${short}.sock`)];
  context.note(`tmux shows ${name}. Ctrl-b d leaves; the session goes on.`);
  const code = await runHere("tmux", [...args, "attach-session", "-t", target], context.env);
  if (code !== 0) throw new CliFailure(EXIT.failed, `tmux could not show ${name}.`);
}

/** Runs a program in this terminal; answers its exit code, null where a signal ended it. */
function runHere(
  file: string,
  args: readonly string[],
  { TMUX: _outer, ...env }: NodeJS.ProcessEnv,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: "inherit", env });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

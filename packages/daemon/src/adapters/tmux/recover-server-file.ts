import type { ProcessRef, ProcessTable } from "../../ports/process-table.ts";
import type { TerminalPaths } from "./runtime-directory.ts";
import { type ServerFile, writeServerFile } from "./server-file.ts";
import type { Tmux } from "./tmux.ts";

/** What a tmux server without our file turned out to be. */
export type RecoveredServer =
  | { readonly kind: "recovered"; readonly server: ServerFile }
  | { readonly kind: "gone" }
  | { readonly kind: "unknown"; readonly reason: string };

/** Which process and pane a tmux server names, as far as its own words go. */
const FACTS = "#{pid} #{pane_id} #{pane_pid} #{pane_start_command}";

/** The wrapper's command line ends in the nonce; tmux may put the whole of it in quotes. */
const HOLD_PANE = /^(\d+) (%\d+) (\d+) .*hold\.sh.* ([0-9a-f]{24})["']?$/;

/**
 * Asks a live tmux server for what the lost or never written file would say: a daemon that dies
 * between starting the server and writing the file leaves one without. The server is taken for the
 * generation that the session's record says.
 */
export async function recoverServerFile(
  { tmux, processes }: { readonly tmux: Tmux; readonly processes: ProcessTable },
  paths: TerminalPaths,
  generation: number,
): Promise<RecoveredServer> {
  const args = ["list-panes", "-a", "-F", FACTS];
  const outcome = await tmux.call({ socket: paths.socket, args });
  if (outcome.kind === "no-server") return { kind: "gone" };
  if (outcome.kind !== "done") return { kind: "unknown", reason: outcome.message };
  const lines = outcome.stdout.toString("utf8").split("\n");
  const match = lines.map((line) => HOLD_PANE.exec(line)).find((found) => found !== null);
  const [, serverPid, paneId, panePid, nonce] = match ?? [];
  if (paneId === undefined || nonce === undefined) {
    return { kind: "unknown", reason: "none of its tmux server's panes is one of ours" };
  }
  const identify = async (pid: string | undefined): Promise<ProcessRef> =>
    (await processes.identify(Number(pid))) ?? { pid: Number(pid), started: "gone" };
  const server = {
    server: await identify(serverPid),
    pane: await identify(panePid),
    paneId,
    generation,
    nonce,
  };
  await writeServerFile(paths.server, server);
  return { kind: "recovered", server };
}

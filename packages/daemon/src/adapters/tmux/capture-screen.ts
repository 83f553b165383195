import { readFile } from "node:fs/promises";
import { MaestroError } from "../../domain/maestro-error.ts";
import { MODEL_LINES } from "../../domain/scrollback.ts";
import type { Capture } from "../../ports/terminal-host.ts";
import { captureCommand } from "./capture.ts";
import { captureToBytes } from "./capture-to-bytes.ts";
import { Pipe } from "./pipe.ts";
import type { TerminalPaths } from "./runtime-directory.ts";
import { expectDone, type Tmux } from "./tmux.ts";

/**
 * A pane's screen as tmux has it, behind whatever command is to be carried out just before.
 *
 * @throws MaestroError `tmux_failed`.
 */
export async function captureScreen(
  tmux: Tmux,
  paths: TerminalPaths,
  paneId: string,
  before: readonly string[] = [],
): Promise<Capture> {
  const command = captureCommand(paneId, MODEL_LINES);
  const args = before.length === 0 ? command.args : [...before, ";", ...command.args];
  const outcome = await tmux.call({ socket: paths.socket, args });
  const parsed = command.parse(
    expectDone(outcome, "The terminal could not be read").toString("utf8"),
  );
  if (parsed === null)
    throw new MaestroError("tmux_failed", "tmux answered strangely to a capture.");
  const remembered = await readFile(paths.modes).catch(() => new Uint8Array());
  return captureToBytes(parsed, remembered);
}

/**
 * Opens a living pane's pipe anew and captures its screen in the same tmux command line: what comes
 * out of the pipe follows exactly on the capture.
 *
 * @throws MaestroError `tmux_failed`, with nothing left open.
 */
export async function openWithCapture(
  tmux: Tmux,
  paths: TerminalPaths,
  paneId: string,
  pipeNumber: number,
): Promise<{ readonly pipe: Pipe; readonly capture: Capture }> {
  const pipe = await Pipe.open(paths.directory, pipeNumber);
  try {
    // Never with -o: a quiet pane keeps an old pipe whose input is dead.
    const open = ["pipe-pane", "-IO", "-t", paneId, pipe.helperLine];
    const capture = await captureScreen(tmux, paths, paneId, open);
    pipe.connect();
    return { pipe, capture };
  } catch (error) {
    await pipe.close();
    throw error;
  }
}

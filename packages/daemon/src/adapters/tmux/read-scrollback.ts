import { MaestroError } from "../../domain/maestro-error.ts";
import { drawnAlone } from "./capture-to-bytes.ts";
import { expectDone, type Tmux } from "./tmux.ts";

/** A pane of a tmux server. */
interface Target {
  readonly socket: string;
  readonly paneId: string;
}

/**
 * The newest of what scrolled off a pane's screen, as bytes for a fresh terminal of its size: they
 * leave its screen blank, and in its scrollback what tmux has there. At most so many bytes of lines.
 *
 * @throws MaestroError `tmux_failed`.
 */
export async function readScrollback(
  tmux: Tmux,
  { socket, paneId }: Target,
  maxBytes: number,
): Promise<Uint8Array> {
  const target = ["-t", paneId];
  const facts = ["display-message", "-p", ...target, "#{history_size} #{pane_height}"];
  // Lines that tmux wrapped come in one piece (-J), and are wrapped again where they are shown.
  const capture = ["capture-pane", "-p", "-e", "-J", ...target, "-S", "-", "-E", "-1"];
  const outcome = await tmux.call({ socket, args: [...facts, ";", ...capture] });
  const text = expectDone(outcome, "The scrollback could not be read");
  const end = text.indexOf("\n");
  const match = /^(\d+) (\d+)$/.exec(text.toString("utf8", 0, end));
  if (match === null) {
    throw new MaestroError(
      "tmux_failed",
      "tmux answered strangely to a question of its scrollback.",
    );
  }
  // Without history tmux answers with the screen's first line.
  if (match[1] === "0") return new Uint8Array();
  const lines = newestLines(text.subarray(end + 1), maxBytes);
  const scrollOff = "\n".repeat(Number(match[2]) - 1);
  // tmux marks line-drawing cells with SO and SI; the set they switch to has to be there.
  return Buffer.from(`\u001B)0${lines.map((line) => `${line}\r\n`).join("")}${scrollOff}\u001B)B`);
}

/** The last lines, each of them to be drawn alone, that are not more than so many bytes. */
function newestLines(text: Buffer, maxBytes: number): readonly string[] {
  // A whole line at least, if there is one: the first of what is cut anywhere is half a line.
  const from = text.length <= maxBytes ? 0 : text.indexOf("\n", text.length - maxBytes) + 1;
  const lines = drawnAlone(text.toString("utf8", from).replace(/\n$/, "").split("\n"));
  let bytes = 0;
  let first = lines.length;
  while (first > 0) {
    bytes += Buffer.byteLength(lines[first - 1] ?? "") + 2;
    if (bytes > maxBytes) break;
    first--;
  }
  return lines.slice(first);
}

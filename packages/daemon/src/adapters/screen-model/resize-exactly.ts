import type { Size } from "../../domain/session.ts";
import { dropHalfAtEnd, dropLeftovers, forgetJoinState } from "./xterm-internals.ts";
import type { Core, ScreenBuffer } from "./xterm-internals.ts";

/**
 * Resizes, and drops what xterm.js keeps out of sight and would bring back later: no bytes could
 * rebuild it in another terminal, so a model that kept it would drift from its own snapshots.
 */
export function resizeExactly(core: Core, size: Size): void {
  const { cols, rows } = core;
  if (size.cols === cols && size.rows === rows) return;
  for (const buffer of [core.buffers.normal, core.buffers.alt]) {
    forgetOutside(buffer, { cols, rows });
    forEachLine(buffer, dropLeftovers);
  }
  core.resize(size.cols, size.rows);
  // The cursor may have come to stand behind another character than the one printed last.
  forgetJoinState(core);
  // The alternate screen keeps its greatest height while it is out of use, and then scrolls by it.
  if (core.buffers.alt.lines.length === 0) core.buffers.alt.lines.maxLength = core.rows;
  for (const buffer of [core.buffers.normal, core.buffers.alt]) {
    forgetOutside(buffer, core);
    // The alternate screen is not cut when the terminal gets narrower: its lines keep their ends.
    forEachLine(buffer, (line) => {
      line.resize(core.cols, buffer.getNullCell());
      dropHalfAtEnd(line);
    });
  }
}

function forEachLine(
  buffer: ScreenBuffer,
  act: (line: NonNullable<ReturnType<ScreenBuffer["lines"]["get"]>>) => void,
): void {
  for (let i = 0; i < buffer.lines.length; i++) {
    const line = buffer.lines.get(i);
    if (line !== undefined) act(line);
  }
}

/** Tab stops right of the screen, and a saved cursor below it or right of it. */
function forgetOutside(buffer: ScreenBuffer, { cols, rows }: Size): void {
  for (const column of Object.keys(buffer.tabs))
    if (Number(column) >= cols) delete buffer.tabs[Number(column)];
  buffer.savedX = Math.min(buffer.savedX, cols - 1);
  buffer.savedY = Math.min(buffer.savedY, buffer.ybase + rows - 1);
}

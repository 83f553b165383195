import {
  endsInText,
  isText,
  paintCell,
  paintRow,
  preparedColumn,
  startOfLastCell,
} from "./paint-row.ts";
import type { Painter } from "./painter.ts";
import { PLAIN } from "./sgr.ts";
import { ATTRIBUTE, wordsOf } from "./xterm-internals.ts";
import type { Line, ScreenBuffer } from "./xterm-internals.ts";

const SPACE = 0x20;

/** Something to be done in the course of painting: while the cursor is in the row of a line. */
export interface OnTheWay {
  readonly line: number;
  act(): void;
}

/**
 * Paints the lines of a buffer, from `first` and from the top of a blank screen on: what does not fit scrolls up
 * into the scrollback, as it did when it came about.
 */
export function paintLines(
  painter: Painter,
  buffer: ScreenBuffer,
  onTheWay: OnTheWay | null,
  first = 0,
): void {
  const count = buffer.lines.length;
  if (buffer.lines.get(first)?.isWrapped === true) beginInWrappedRow(painter);
  for (let index = first; index < count; index++) {
    const line = buffer.lines.get(index);
    if (line === undefined) continue;
    paintRow(painter, line, 0);
    if (onTheWay?.line === index) {
      onTheWay.act();
      painter.column = null;
    }
    // Beyond its end the list goes on with its beginning.
    const next = index + 1 < count ? buffer.lines.get(index + 1) : undefined;
    if (next === undefined) break;
    if (next.isWrapped) wrapInto(painter, line, next);
    else {
      painter.clearBackground();
      painter.move("\r\n", 0);
    }
  }
  painter.link(0);
  painter.pen(PLAIN);
}

/** Makes the first row one that continues another, which then is taken away. */
function beginInWrappedRow(painter: Painter): void {
  if (painter.core.rows === 1) return;
  painter.toColumn(painter.core.cols - 1);
  painter.ascii(SPACE);
  painter.ascii(SPACE);
  painter.toCell(0, 0);
  painter.move("\x1b[M", 0);
  painter.sequence("\x1b[X");
}

/**
 * Goes on to a row that continues this one. Only text that runs over the edge makes it so: where the
 * row's own does not, a space does, and what it covered is painted again.
 */
function wrapInto(painter: Painter, line: Line, next: Line): void {
  const { cols, rows } = painter.core;
  const pending = painter.column === cols && endsInText(line, cols);
  if (pending && beginsInText(next, cols) && preparedColumn(next, cols) === cols) {
    painter.column = 0;
    return;
  }
  painter.link(0);
  painter.pen(PLAIN);
  if (!pending) {
    painter.toColumn(cols - 1);
    painter.ascii(SPACE);
  }
  painter.ascii(SPACE);
  painter.column = 1;
  if (!pending && rows > 1) {
    painter.move("\x1b[A", null);
    repairLastCell(painter, line);
    painter.clearBackground();
    painter.move("\x1b[B", null);
  }
  painter.pen(PLAIN);
  painter.toColumn(0);
  painter.sequence("\x1b[X");
}

/** Paints what a space in the last column has covered. */
function repairLastCell(painter: Painter, line: Line): void {
  const { cols } = painter.core;
  painter.toColumn(cols - 1);
  painter.sequence("\x1b[X");
  const prepared = preparedColumn(line, cols);
  if (prepared < cols) paintRow(painter, line, Math.max(startOfLastCell(line, prepared), 0));
  else paintCell(painter, line, startOfLastCell(line, cols));
  painter.link(0);
}

/** Whether the first cell is text that leaves the row's background as it is when it wraps. */
function beginsInText(line: Line, cols: number): boolean {
  const words = wordsOf(line);
  return isText(words, 0, cols) && ((words[2] ?? 0) & ATTRIBUTE.mode) === 0;
}

import { designate } from "./charsets.ts";
import type { Painter } from "./painter.ts";
import { PLAIN, lookOf, sgr, sgrBesideUnderline } from "./sgr.ts";
import { ATTRIBUTE } from "./xterm-internals.ts";
import type { ScreenBuffer } from "./xterm-internals.ts";

const NO_LINK = "\x1b]8;;\x1b\\";

/** Whether the cursor saved in a buffer is other than in a fresh terminal. */
export function hasSavedCursor(buffer: ScreenBuffer): boolean {
  const { savedX, savedY, savedCurAttrData, savedCharset } = buffer;
  const plain = savedCurAttrData.fg === 0 && savedCurAttrData.bg === 0;
  return savedX !== 0 || savedY !== 0 || !plain || savedCharset !== undefined;
}

/** The row of the screen that the saved cursor is in; negative where it has scrolled away. */
export function savedRow(buffer: ScreenBuffer): number {
  return buffer.savedY - buffer.ybase;
}

/**
 * Saves position, pen and charset as a buffer has them saved, by the sequence given: DECSC, or the
 * switch to the alternate screen that does it too. `row` is where the cursor is to be saved, null
 * for the row where it is. Leaves a plain pen and ASCII.
 */
export function saveCursorAs(
  painter: Painter,
  buffer: ScreenBuffer,
  row: number | null,
  save: string,
): void {
  const { rows, cols } = painter.core;
  const x = Math.min(buffer.savedX, cols - 1);
  painter.link(0);
  if (row === null) painter.toColumn(x);
  else painter.toCell(x, Math.min(row, rows - 1));
  const { fg, bg } = buffer.savedCurAttrData;
  painter.sequence(penWithFlags(fg, bg));
  if (buffer.savedCharset !== undefined) painter.sequence(designate(0, buffer.savedCharset));
  painter.sequence(save);
  if (buffer.savedCharset !== undefined) painter.sequence("\x1b(B");
  painter.sequence(`${NO_LINK}\x1b[m\x1b[2"q`);
  painter.penIs(PLAIN);
}

/**
 * Sets the words of the pen to these, flags included. DECSC saves the flags "underlined" and "has
 * extended attributes" but not what they speak of, so the two can be at odds with it and with each
 * other; each of the four pairs is reached by its own way, all of them without moving the cursor.
 */
function penWithFlags(fg: number, bg: number): string {
  const underlined = (fg & ATTRIBUTE.underline) !== 0;
  const extended = (bg & ATTRIBUTE.extended) !== 0;
  const look = { ...lookOf(fg, bg, null), underline: 0 };
  if (!underlined && !extended) return sgr(look);
  const rest = sgrBesideUnderline(look);
  if (underlined && extended) return `\x1b[0;4m${rest}`;
  if (extended) return `\x1b[m\x1b]8;;x:\x1b\\${rest}`;
  return `\x1b[0;4m\x1b7\x1b[24m\x1b8${NO_LINK}${rest}`;
}

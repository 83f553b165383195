import { joinStateOfCluster, widthOf } from "./painter.ts";
import type { Painter } from "./painter.ts";
import { PLAIN, extendedInUse, lookOf } from "./sgr.ts";
import type { Look } from "./sgr.ts";
import { ATTRIBUTE, CELL, combinedTextOf, linkIdOf, wordsOf } from "./xterm-internals.ts";
import type { Line } from "./xterm-internals.ts";

/** A wide character that stands in for others while a cell is made. */
const WIDE = 0x4e00;
const SPACE = 0x20;

/** Paints the cells of a line on a row that is blank from `from` on, the cursor in that row. */
export function paintRow(painter: Painter, line: Line, from: number): void {
  const { cols } = painter.core;
  const words = wordsOf(line);
  const end = endOfPainted(words, cols);
  const prepared = preparedColumn(line, cols);
  if (prepared < cols) paintLastAttributedBlanks(painter, line, prepared);
  let column = from;
  while (column < Math.min(end, prepared)) column = paintCell(painter, line, column);
}

/**
 * The column from which on the row's last cells can be made only before its others; `cols` where
 * there are none.
 */
export function preparedColumn(line: Line, cols: number): number {
  const words = wordsOf(line);
  let column = cols;
  while (column > 1) {
    const at = (column - 1) * CELL.words;
    if (!isBlank(words[at] ?? 0) || isErased(words[at + 1] ?? 0, words[at + 2] ?? 0)) break;
    column--;
  }
  return column;
}

/** Whether the row's last cell is printed text, after which a wrap is pending. */
export function endsInText(line: Line, cols: number): boolean {
  return isText(wordsOf(line), startOfLastCell(line, cols), cols);
}

/** The column where the last cell begins: one earlier where it is a wide character. */
export function startOfLastCell(line: Line, cols: number): number {
  const words = wordsOf(line);
  return (words[(cols - 2) * CELL.words] ?? 0) >> CELL.widthShift === 2 ? cols - 2 : cols - 1;
}

/** Paints the cell at a column and answers the column of the next. */
export function paintCell(painter: Painter, line: Line, column: number): number {
  const { cols } = painter.core;
  const words = wordsOf(line);
  const at = column * CELL.words;
  const content = words[at] ?? 0;
  if (!hasContent(content)) {
    if (content >> CELL.widthShift === 0) return paintLostHalf(painter, line, column);
    if (isErased(words[at + 1] ?? 0, words[at + 2] ?? 0))
      return paintErased(painter, words, column);
    // The last one was made beforehand.
    if (column < cols - 1) paintAttributedBlank(painter, line, column);
    return column + 1;
  }
  const width = content >> CELL.widthShift;
  const isHalf = !isText(words, column, cols);
  if (isHalf && (width !== 2 || column !== cols - 2)) return column + 1;
  painter.toColumn(column);
  setPenOf(painter, line, column);
  paintText(painter, line, column);
  if (painter.column !== column + width) painter.column = null;
  if (isHalf) coverSecondHalf(painter, line);
  return column + width;
}

/** Prints the text of a cell with the pen as it is. */
export function paintText(painter: Painter, line: Line, column: number): void {
  const content = wordsOf(line)[column * CELL.words] ?? 0;
  const code = content & CELL.codePoint;
  if ((content & CELL.combined) !== 0)
    paintCombined(painter, combinedTextOf(line, column), content >> CELL.widthShift);
  else if (code < 0x7f) painter.ascii(code);
  else painter.characters(code);
}

/**
 * Covers the second half of the wide character just printed at the end of the row, and leaves the
 * first. While lines do not wrap, text printed there does that, and a wide character, which finds no
 * room, blanks it.
 */
function coverSecondHalf(painter: Painter, line: Line): void {
  const last = painter.core.cols - 1;
  setPenOf(painter, line, last);
  painter.sequence("\x1b[?7l");
  if (isText(wordsOf(line), last, painter.core.cols)) paintText(painter, line, last);
  else painter.characters(WIDE);
  painter.move("\x1b[?7h", null);
}

/** Text that would not end up in one cell of this width again loses all but its first character. */
function paintCombined(painter: Painter, text: string, width: number): void {
  const state = joinStateOfCluster(painter.core, text);
  if (state !== null && widthOf(state) === width) painter.cluster(text);
  else painter.characters(text.codePointAt(0) ?? SPACE);
}

/** Sets pen and link to those of a cell. */
export function setPenOf(painter: Painter, line: Line, column: number): void {
  const words = wordsOf(line);
  const fg = words[column * CELL.words + 1] ?? 0;
  const bg = words[column * CELL.words + 2] ?? 0;
  const extended = extendedInUse(line, column, bg);
  painter.link(extended === null ? 0 : linkIdOf(extended));
  painter.pen(lookOf(fg, bg, extended));
}

/** Cells that were erased have a background at most. */
function paintErased(painter: Painter, words: Uint32Array, column: number): number {
  const { cols } = painter.core;
  const bg = words[column * CELL.words + 2] ?? 0;
  let end = column + 1;
  while (end < cols) {
    const at = end * CELL.words;
    const same = isBlank(words[at] ?? 0) && words[at + 1] === 0 && words[at + 2] === bg;
    if (!same) break;
    end++;
  }
  if (bg !== 0) {
    painter.toColumn(column);
    painter.pen(erasedLook(bg));
    painter.sequence(`\x1b[${end - column}X`);
  }
  return end;
}

function erasedLook(bg: number): Look {
  return { ...PLAIN, bg: lookOf(0, bg, null).bg };
}

/**
 * A cell without text but with a foreground or flags: what is left of a wide character that was
 * overwritten from its second half on has those of the pen that overwrote it.
 */
function paintAttributedBlank(painter: Painter, line: Line, column: number): void {
  painter.toColumn(column);
  painter.characters(WIDE);
  painter.column = null;
  painter.toColumn(column + 1);
  setPenOf(painter, line, column);
  painter.ascii(SPACE);
  painter.link(0);
  painter.pen(PLAIN);
  painter.column = null;
  painter.toColumn(column + 1);
  painter.sequence("\x1b[X");
}

/**
 * The same at the end of a row, where no wide character finds room behind the last. They are made one
 * column further left, each by the one behind it, and moved into their places.
 */
function paintLastAttributedBlanks(painter: Painter, line: Line, from: number): void {
  const { cols } = painter.core;
  const toColumn = (column: number): void => {
    painter.column = null;
    painter.toColumn(column);
  };
  toColumn(from - 1);
  painter.characters(WIDE);
  for (let column = from; column < cols; column++) {
    toColumn(column);
    setPenOf(painter, line, column);
    if (column < cols - 1) painter.characters(WIDE);
    else painter.ascii(SPACE);
  }
  painter.link(0);
  painter.pen(PLAIN);
  toColumn(from - 1);
  painter.sequence("\x1b[@");
  toColumn(0);
}

/**
 * A second half whose first half is gone. It comes about where cells are inserted between the two:
 * the first is blanked, the second moves right.
 */
function paintLostHalf(painter: Painter, line: Line, column: number): number {
  const words = wordsOf(line);
  const left = (column - 1) * CELL.words;
  const leftIsErased =
    column >= 2 &&
    isBlank(words[left] ?? 0) &&
    isErased(words[left + 1] ?? 0, words[left + 2] ?? 0);
  if (!leftIsErased) return column + 1;
  painter.toColumn(column - 2);
  setPenOf(painter, line, column);
  painter.characters(WIDE);
  painter.column = null;
  painter.toColumn(column - 1);
  painter.link(0);
  painter.pen(erasedLook(words[left + 2] ?? 0));
  painter.sequence("\x1b[@");
  const rest = column >= 3 && isWide(words, column - 3, painter.core.cols) ? 3 : 2;
  painter.pen(PLAIN);
  painter.toColumn(column - 2);
  painter.sequence("\x1b[X");
  paintCell(painter, line, column - rest);
  return column + 1;
}

/** Whether there is text here that can be printed: not half of a wide character. */
export function isText(words: Uint32Array, column: number, cols: number): boolean {
  const content = words[column * CELL.words] ?? 0;
  if (!hasContent(content)) return false;
  return content >> CELL.widthShift === 1 || isWide(words, column, cols);
}

function hasContent(word: number): boolean {
  return (word & CELL.content) !== 0;
}

function isBlank(word: number): boolean {
  return (word & CELL.content) === 0 && word >> CELL.widthShift === 1;
}

function isErased(fg: number, bg: number): boolean {
  return fg === 0 && (bg & ~ATTRIBUTE.colour) === 0;
}

function isWide(words: Uint32Array, column: number, cols: number): boolean {
  if (column < 0 || column + 1 >= cols) return false;
  const first = words[column * CELL.words] ?? 0;
  const second = words[(column + 1) * CELL.words] ?? 0;
  return (
    first >> CELL.widthShift === 2 &&
    hasContent(first) &&
    second >> CELL.widthShift === 0 &&
    !hasContent(second)
  );
}

function endOfPainted(words: Uint32Array, cols: number): number {
  for (let column = cols - 1; column >= 0; column--) {
    const at = column * CELL.words;
    if (words[at] !== 1 << CELL.widthShift || words[at + 1] !== 0 || words[at + 2] !== 0)
      return column + 1;
  }
  return 0;
}

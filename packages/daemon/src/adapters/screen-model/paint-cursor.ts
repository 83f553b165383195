import { designate, shiftTo } from "./charsets.ts";
import { writingModes } from "./mode-bytes.ts";
import { paintCell, paintText, setPenOf, startOfLastCell, isText } from "./paint-row.ts";
import { joinStateOfCluster, widthOf } from "./painter.ts";
import type { Painter } from "./painter.ts";
import { PLAIN, lookOf, sgrBesideUnderline } from "./sgr.ts";
import type { Look } from "./sgr.ts";
import {
  ATTRIBUTE,
  CELL,
  charsetsOf,
  combinedTextOf,
  joinStateOf,
  linkIdOf,
  penOf,
  underlineColourOf,
  underlineStyleOf,
  wordsOf,
} from "./xterm-internals.ts";
import type { Attributes, Line } from "./xterm-internals.ts";

const SPACE = 0x20;

/**
 * Brings cursor, pen, charsets and writing modes to what they are, the screen being painted, its
 * scroll region set and its cursor saved.
 */
export function paintCursor(painter: Painter): void {
  const { core } = painter;
  if (core.coreService.decPrivateModes.origin) painter.sequence("\x1b[?6h");
  const broken = whatDecrcBroke(painter);
  if (broken.pen || broken.charset) {
    designateCharsets(painter);
    restoreCursorAnd(painter, broken);
    place(painter, broken.pen || charsetsOf(core).current !== undefined);
    if (!broken.pen) setPen(painter);
  } else {
    place(painter, false);
    setPen(painter);
    designateCharsets(painter);
  }
  painter.sequence(writingModes(core));
  printLastAgain(painter);
}

/** What is at odds with the rest, and can be brought back by DECRC. */
interface Broken {
  readonly pen: boolean;
  readonly charset: boolean;
}

/** Whether the pen's flag "has extended attributes" speaks the truth. */
function isExtendedRightly({ bg, extended }: Attributes): boolean {
  const has = underlineStyleOf(extended) !== 0 || linkIdOf(extended) !== 0;
  return ((bg & ATTRIBUTE.extended) !== 0) === has;
}

/**
 * DECRC brings back a pen's flags without what they speak of, and a charset without its place. Such
 * a pen or charset comes about by DECRC only, and is brought back by it.
 */
function whatDecrcBroke({ core }: Painter): Broken {
  const pen = penOf(core);
  const { savedCurAttrData: saved, savedCharset } = core.buffers.active;
  const underlined = pen.fg & ATTRIBUTE.underline;
  const underlinedRightly = (underlined !== 0) === (underlineStyleOf(pen.extended) !== 0);
  const extendedRightly = isExtendedRightly(pen);
  const { designated, level, current } = charsetsOf(core);
  return {
    pen:
      !(underlinedRightly && extendedRightly) &&
      (saved.fg & ATTRIBUTE.underline) === underlined &&
      (extendedRightly || ((saved.bg ^ pen.bg) & ATTRIBUTE.extended) === 0),
    charset: designated[level] !== current && savedCharset === current,
  };
}

function penLook(painter: Painter): Look {
  const { fg, bg, extended } = penOf(painter.core);
  return {
    ...lookOf(fg, bg, null),
    underline: underlineStyleOf(extended),
    underlineColour: underlineColourOf(extended),
  };
}

function setPen(painter: Painter): void {
  painter.link(linkIdOf(penOf(painter.core).extended));
  painter.pen(penLook(painter));
}

function restoreCursorAnd(painter: Painter, broken: Broken): void {
  if (broken.pen) restorePen(painter);
  else {
    painter.move("\x1b8\x1b[m", null);
    painter.penIs(PLAIN);
  }
  if (!broken.charset) painter.sequence(shiftTo(charsetsOf(painter.core).level));
}

function restorePen(painter: Painter): void {
  const look = penLook(painter);
  const pen = penOf(painter.core);
  const link = linkIdOf(pen.extended);
  painter.pen({ ...PLAIN, underline: look.underline, underlineColour: look.underlineColour });
  if (!isExtendedRightly(pen)) painter.link(link);
  painter.move(`\x1b8${sgrBesideUnderline(look)}`, null);
  if (!isExtendedRightly(pen)) return;
  // Ending a link, open or not, makes the flag speak the truth again.
  painter.sequence("\x1b]8;;\x1b\\");
  painter.link(link);
}

function designateCharsets(painter: Painter): void {
  const { designated, level } = charsetsOf(painter.core);
  for (let i = 0; i < 4; i++)
    if (designated[i] !== undefined) painter.sequence(designate(i, designated[i]));
  if (level !== 0) painter.sequence(shiftTo(level));
}

/** Puts the cursor in its place, within the region where that bounds it. */
function place(painter: Painter, keepPen: boolean): void {
  const { core } = painter;
  const buffer = core.buffers.active;
  const line = buffer.lines.get(buffer.ybase + buffer.y);
  if (buffer.x < core.cols || line === undefined) toCell(painter, buffer.x);
  else if (!keepPen && isText(wordsOf(line), startOfLastCell(line, core.cols), core.cols)) {
    toCell(painter, startOfLastCell(line, core.cols));
    paintCell(painter, line, startOfLastCell(line, core.cols));
  } else if (buffer === core.buffers.normal) placeFromAlternate(painter);
  else placeBeyondBlank(painter, line, keepPen);
}

function toCell(painter: Painter, column: number): void {
  const { core } = painter;
  const buffer = core.buffers.active;
  const top = core.coreService.decPrivateModes.origin ? buffer.scrollTop : 0;
  painter.toCell(column, Math.max(buffer.y - top, 0));
}

/**
 * A pending wrap over a cell that is not the text that caused it. Switching screens takes the cursor
 * along, pending wrap and all: it is made on the other screen, where nothing is to be kept.
 */
function placeFromAlternate(painter: Painter): void {
  painter.sequence("\x1b[?47h");
  painter.toCell(painter.core.cols - 1, painter.core.buffers.active.y);
  painter.sequence(" ");
  painter.sequence("\x1b[?47l");
}

/** The same on the alternate screen, where only a wholly erased row can be had exactly. */
function placeBeyondBlank(painter: Painter, line: Line, keepPen: boolean): void {
  const { cols } = painter.core;
  const words = wordsOf(line);
  const start = startOfLastCell(line, cols);
  if (keepPen && isText(words, start, cols)) {
    toCell(painter, start);
    paintText(painter, line, start);
    return;
  }
  toCell(painter, cols - 1);
  if (!keepPen) setPenOf(painter, line, cols - 1);
  painter.ascii(SPACE);
  if (keepPen) return;
  for (let column = 0; column < cols; column++) {
    const at = column * CELL.words;
    const same = words[at + 1] === 0 && words[at + 2] === words[2];
    if (words[at] !== 1 << CELL.widthShift || !same) return;
  }
  painter.link(0);
  painter.pen({ ...PLAIN, bg: (words[2] ?? 0) & ATTRIBUTE.colour });
  painter.sequence("\x1b[1K");
}

/**
 * A combining character that follows now joins the last one printed, if nothing came in between. So
 * that it does, that one is printed again, in its place and last of all.
 */
function printLastAgain(painter: Painter): void {
  const { core } = painter;
  const state = joinStateOf(core);
  const buffer = core.buffers.active;
  const column = buffer.x - widthOf(state);
  const line = buffer.lines.get(buffer.ybase + buffer.y);
  if (state === 0 || column < 0 || line === undefined) return;
  const words = wordsOf(line);
  const content = words[column * CELL.words] ?? 0;
  if (!isText(words, column, core.cols) || content >> CELL.widthShift !== widthOf(state)) return;
  const combined = (content & CELL.combined) !== 0;
  const text = combined
    ? combinedTextOf(line, column)
    : String.fromCodePoint(content & CELL.codePoint);
  if (joinStateOfCluster(core, text) === null) return;
  // To the right of half a character it got without the cursor being set there, which is pending.
  const rightOfHalf =
    column > 0 && (words[(column - 1) * CELL.words] ?? 0) >> CELL.widthShift === 2;
  if (!rightOfHalf) toCell(painter, column);
  else if (buffer.x < core.cols) return;
  // Printed in insert mode it moves the rest of the row: that is moved the other way before, by the
  // width of its first code point, since what joins it and makes it wider moves nothing.
  const first = core.unicodeService.charProperties(text.codePointAt(0) ?? SPACE, 0);
  if (core.coreService.modes.insertMode) painter.sequence(`\x1b[${widthOf(first)}P`);
  painter.string(text);
}

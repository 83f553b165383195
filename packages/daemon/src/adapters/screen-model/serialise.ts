import type { Emulator } from "./emulator.ts";
import { interactionModes } from "./mode-bytes.ts";
import { paintCursor } from "./paint-cursor.ts";
import { paintLines } from "./paint-lines.ts";
import { Painter } from "./painter.ts";
import { hasSavedCursor, saveCursorAs, savedRow } from "./saved-cursor.ts";
import { titlesOf } from "./xterm-internals.ts";
import type { ScreenBuffer } from "./xterm-internals.ts";

const DECSC = "\x1b7";
const ALTERNATE = "\x1b[?47h";
const ALTERNATE_SAVING_CURSOR = "\x1b[?1049h";

/**
 * What comes first. In a fresh terminal it changes nothing; in one that has been used, it ends an
 * unfinished sequence, leaves the alternate screen, resets what DECSTR resets and what other
 * terminals do not reset by it, and clears the screen. Scrollback is left alone: it may be a
 * person's own. A viewer that paints a second snapshot resets its terminal before.
 */
const RESET =
  "\x18\x1b[?1049l\x1b[!p\x1b[?1;6;9;45;1000;1002;1003;1004;1006;1016;2004;2026l\x1b[4;20l\x1b[?7;25h" +
  "\x1b>\x1b[r\x1b(B\x0f\x1b[m\x1b[H\x1b[2J";

/** Bytes that a row takes up at most when it is nothing but text; more is made room for. */
const BYTES_PER_CELL = 1.5;

/**
 * The bytes that rebuild an emulator's state in a fresh one of the same size: both screens, cursor,
 * pen and modes, and the beginning of a sequence or character that is not finished. They ask the
 * terminal nothing. The screen alone leaves the scrollback as it is.
 */
export function serialise(
  emulator: Emulator,
  which: "whole" | "screen-only" = "whole",
): Uint8Array<ArrayBuffer> {
  const { core } = emulator;
  const { normal, alt, active } = core.buffers;
  const first = which === "whole" ? 0 : normal.ybase;
  const lineCount = normal.lines.length - first + core.rows;
  const capacity = 4096 + lineCount * core.cols * BYTES_PER_CELL;
  const painter = new Painter(core, emulator.links, Math.ceil(capacity));
  painter.sequence(RESET);
  paintTitles(painter);
  painter.sequence(emulator.palette.sequences());

  const scrolledAway = hasSavedCursor(normal) && savedRow(normal) < 0;
  paintLines(
    painter,
    normal,
    scrolledAway
      ? {
          line: Math.max(normal.savedY, first),
          act: () => saveCursorAs(painter, normal, null, DECSC),
        }
      : null,
    first,
  );
  paintTabStops(painter, normal);
  if (active === normal && hasSavedCursor(alt)) {
    painter.sequence(ALTERNATE);
    saveCursorAs(painter, alt, alt.savedY, DECSC);
    painter.sequence("\x1b[?47l");
  }
  paintRegion(painter, normal);
  if (active === alt && savedRow(normal) === normal.y)
    saveCursorAs(painter, normal, savedRow(normal), ALTERNATE_SAVING_CURSOR);
  else {
    if (!scrolledAway && hasSavedCursor(normal))
      saveCursorAs(painter, normal, savedRow(normal), DECSC);
    if (active === alt) {
      // The row that the cursor left decides how the normal screen is laid out in another size.
      painter.toCell(0, normal.y);
      painter.sequence(ALTERNATE);
    }
  }
  if (active === alt) {
    // Terminals with one scroll region and one set of tab stops still have those of the other.
    painter.move("\x1b[r\x1b[H\x1b[2J", 0);
    paintLines(painter, alt, null);
    paintTabStops(painter, alt);
    paintRegion(painter, alt);
    if (hasSavedCursor(alt)) saveCursorAs(painter, alt, alt.savedY, DECSC);
  }
  // None of these moves the cursor or touches the pen.
  painter.sequence(interactionModes(core));
  paintCursor(painter);
  painter.sink.raw(emulator.unfinishedInput());
  return painter.sink.take();
}

function paintTitles(painter: Painter): void {
  const { title, icon } = titlesOf(painter.core);
  for (const [code, text] of [
    [1, icon],
    [2, title],
  ] as const) {
    if (text === "") continue;
    painter.sequence(`\x1b]${code};`);
    painter.string(text);
    painter.sequence("\x1b\\");
  }
}

function paintRegion(painter: Painter, { scrollTop, scrollBottom }: ScreenBuffer): void {
  if (scrollTop === 0 && scrollBottom === painter.core.rows - 1) return;
  painter.move(`\x1b[${scrollTop + 1};${scrollBottom + 1}r`, 0);
}

function paintTabStops(painter: Painter, { tabs }: ScreenBuffer): void {
  const { cols } = painter.core;
  const stops: number[] = [];
  let asUsual = true;
  for (let column = 0; column < cols; column++) {
    const isStop = tabs[column] === true;
    if (isStop) stops.push(column);
    if (isStop !== (column % 8 === 0)) asUsual = false;
  }
  if (asUsual) return;
  painter.sequence("\x1b[3g");
  for (const column of stops) {
    painter.column = null;
    painter.toColumn(column);
    painter.sequence("\x1bH");
  }
}

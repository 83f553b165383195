/** Takes a terminal back to what a shell expects, whatever a program has switched on. */
const PLAIN_MODES = [
  "\x18", // ends a sequence that was cut off
  "\x1b[?1049l", // the alternate screen
  "\x1b[r", // the scroll region
  "\x1b[0m",
  "\x1b]8;;\x1b\\", // a link that was not closed
  "\x1b(B\x0f", // line-drawing characters
  "\x1b[4l\x1b[20l\x1b[?6l\x1b[?7h\x1b[?5l\x1b[?45l", // insert, new line, origin, wrap, reverse
  "\x1b[?1l\x1b>", // cursor keys and keypad
  "\x1b[?9l\x1b[?1000l\x1b[?1001l\x1b[?1002l\x1b[?1003l\x1b[?1004l", // mouse and focus
  "\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l",
  "\x1b[?2004l\x1b[?2026l\x1b[?2031l\x1b[?2048l", // paste marks, synchronised output, reports
  "\x1b[<99u\x1b[=0u\x1b[>4;0m", // kitty keyboard and modifyOtherKeys
  "\x1b[0 q\x1b[?12l\x1b[?25h", // the cursor
].join("");

const PLAIN_COLOURS = "\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\";

/** Written once, on entry: keeps the title, and moves what is on the screen into the scrollback. */
export function enterSequence(rows: number, title: string): string {
  return `\x1b[22;0t\x1b]2;${title}\x1b\\\x1b[${rows};1H${"\n".repeat(rows)}`;
}

/**
 * Written before each snapshot, which is made for a terminal in which nothing happened yet. Row by
 * row: terminals that erase the whole screen at once keep a copy of it in their scrollback.
 */
export function freshScreen(rows: number): string {
  const erased = Array.from({ length: rows }, (_, row) => `\x1b[${row + 1};1H\x1b[2K`);
  return `${PLAIN_MODES}${erased.join("")}\x1b[H`;
}

/** A line over the last row, until the next snapshot redraws everything. */
export function banner(rows: number, text: string): string {
  return `\x18\x1b7\x1b[?6l\x1b[${rows};1H\x1b[0;7m${text}\x1b[K\x1b[0m\x1b8`;
}

/** Written on leaving: plain modes and colours, the old title, the cursor below all that is shown. */
export function leaveSequence(rows: number): string {
  return `${PLAIN_MODES}${PLAIN_COLOURS}\x1b[23;0t\x1b[${rows};1H\r\n`;
}

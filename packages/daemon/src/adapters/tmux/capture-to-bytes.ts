import { hostname } from "node:os";
import type { Capture } from "../../ports/terminal-host.ts";
import type { PaneCapture } from "./capture.ts";

/** A captured line with the attributes that were in force where it begins. */
interface StyledLine {
  readonly before: string;
  readonly text: string;
}

const SHIFT_OUT = "\u000E";
const SHIFT_IN = "\u000F";
const PEN_OR_CHARSET = /\u001B\[[0-9;:]*m|[\u000E\u000F]/g;

/**
 * tmux writes a line's attributes on from where the line above left them. Each line gets the
 * sequences in force at its beginning, so that it can be drawn alone and so that a new line is
 * never made in another line's background colour.
 */
function styleLines(lines: readonly string[]): StyledLine[] {
  let pen = "";
  let charset = "";
  return lines.map((text) => {
    const before = pen + charset;
    for (const [sequence] of text.matchAll(PEN_OR_CHARSET)) {
      if (sequence === SHIFT_OUT) charset = SHIFT_OUT;
      else if (sequence === SHIFT_IN) charset = "";
      else pen = /^\u001B\[0?[m;]/.test(sequence) ? sequence : pen + sequence;
    }
    return { before, text };
  });
}

const draw = ({ before, text }: StyledLine): string => `${before}${text}\u001B[0m${SHIFT_IN}`;

/** Captured lines, each with what it takes to be drawn without those above it. */
export function drawnAlone(lines: readonly string[]): string[] {
  return styleLines(lines).map(draw);
}

/**
 * The bytes that make a fresh emulator of the captured size show what tmux shows: history, both
 * screens, cursor and the modes that tmux can tell. `remembered` brings back those that it cannot.
 */
export function captureToBytes(capture: PaneCapture, remembered: Uint8Array): Capture {
  const { cols, rows, alternate, modes, cursor } = capture;
  const out: string[] = [];
  // tmux marks line-drawing cells with SO and SI; the set they switch to has to be there.
  out.push("\u001B)0");
  const main = styleLines([...capture.history, ...capture.lines]);
  out.push(main.map(draw).join("\r\n"));
  let screen = main.slice(-rows);
  if (alternate !== null) {
    out.push(moveTo(alternate.savedX, alternate.savedY, cols), "\u001B[?1049h\u001B[H");
    screen = styleLines(alternate.lines);
    out.push(screen.map(draw).join("\r\n"));
  }
  out.push("\u001B)B", tabStops(capture.tabs, cols));
  const { top, bottom } = capture.scrollRegion;
  if (top > 0 || bottom < rows - 1) out.push(`\u001B[${top + 1};${bottom + 1}r`);
  if (cursor.x >= cols) {
    // A cursor that waits behind the last column gets there only by printing that row again.
    const row = screen[cursor.y];
    out.push(`\u001B[${cursor.y + 1};1H`, row === undefined ? "" : draw(row));
  } else out.push(moveTo(cursor.x, cursor.y, cols));
  if (modes.origin) {
    out.push(
      "\u001B[?6h",
      `\u001B[${Math.max(cursor.y - top, 0) + 1};${Math.min(cursor.x, cols - 1) + 1}H`,
    );
  }
  out.push(modeSequences(modes));
  if (capture.title !== "" && capture.title !== hostname()) {
    out.push(`\u001B]2;${capture.title.replaceAll(/[\u0000-\u001F\u007F]/g, "")}\u001B\\`);
  }
  return { cols, rows, bytes: Buffer.concat([Buffer.from(out.join("")), remembered]) };
}

function moveTo(x: number, y: number, cols: number): string {
  return `\u001B[${y + 1};${Math.min(x, cols - 1) + 1}H`;
}

function tabStops(tabs: readonly number[], cols: number): string {
  const usual = Array.from({ length: Math.ceil(cols / 8) - 1 }, (_, at) => (at + 1) * 8);
  if (tabs.length === usual.length && tabs.every((tab, at) => tab === usual[at])) return "";
  const set = tabs.filter((tab) => tab < cols).map((tab) => `\u001B[${tab + 1}G\u001BH`);
  return `\u001B[3g${set.join("")}`;
}

function modeSequences(modes: PaneCapture["modes"]): string {
  const sequences: readonly (readonly [boolean, string])[] = [
    [modes.insert, "\u001B[4h"],
    [modes.cursorKeys, "\u001B[?1h"],
    [modes.keypad, "\u001B="],
    [!modes.wrap, "\u001B[?7l"],
    [modes.mouseStandard, "\u001B[?1000h"],
    [modes.mouseButton, "\u001B[?1002h"],
    [modes.mouseAll, "\u001B[?1003h"],
    [modes.mouseUtf8, "\u001B[?1005h"],
    [modes.mouseSgr, "\u001B[?1006h"],
    [!modes.cursorVisible, "\u001B[?25l"],
  ];
  return sequences.map(([on, sequence]) => (on ? sequence : "")).join("");
}

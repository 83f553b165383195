import { randomBytes } from "node:crypto";

/** What tmux knows of a pane: its screens, its history and the modes it can tell. */
export interface PaneCapture {
  readonly cols: number;
  readonly rows: number;
  readonly cursor: { readonly x: number; readonly y: number };
  readonly alternate: {
    readonly lines: readonly string[];
    /** Where the main screen's cursor was when the alternate screen came. */
    readonly savedX: number;
    readonly savedY: number;
  } | null;
  /** The main screen's lines with their SGR sequences, which go on from one line into the next. */
  readonly lines: readonly string[];
  readonly history: readonly string[];
  readonly modes: {
    readonly cursorVisible: boolean;
    readonly insert: boolean;
    readonly cursorKeys: boolean;
    readonly keypad: boolean;
    readonly wrap: boolean;
    readonly origin: boolean;
    readonly mouseStandard: boolean;
    readonly mouseButton: boolean;
    readonly mouseAll: boolean;
    readonly mouseUtf8: boolean;
    readonly mouseSgr: boolean;
  };
  readonly scrollRegion: { readonly top: number; readonly bottom: number };
  readonly tabs: readonly number[];
  readonly title: string;
}

const NUMBERS = [
  "pane_width",
  "pane_height",
  "cursor_x",
  "cursor_y",
  "alternate_on",
  "alternate_saved_x",
  "alternate_saved_y",
  "history_size",
  "scroll_region_upper",
  "scroll_region_lower",
  "cursor_flag",
  "insert_flag",
  "keypad_cursor_flag",
  "keypad_flag",
  "wrap_flag",
  "origin_flag",
  "mouse_standard_flag",
  "mouse_button_flag",
  "mouse_all_flag",
  "mouse_utf8_flag",
  "mouse_sgr_flag",
] as const;

/** A capture as tmux arguments, and the function that reads what they print. */
export interface CaptureCommand {
  /** Several commands in one line, which tmux carries out without reading from the pane between. */
  readonly args: readonly string[];
  /** Null where the text is not what was asked for. */
  readonly parse: (stdout: string) => PaneCapture | null;
}

/** Asks for everything of a pane that tmux can tell, with up to so many lines of history. */
export function captureCommand(paneId: string, historyLines: number): CaptureCommand {
  const mark = `maestro-${randomBytes(12).toString("hex")}`;
  const target = ["-t", paneId];
  const separate = ["display-message", "-p", ...target, mark];
  const facts = [...NUMBERS.map((name) => `#{${name}}`), "#{pane_tabs}", "#{pane_title}"].join(";");
  const args = [
    ["display-message", "-p", ...target, facts],
    separate,
    ["capture-pane", "-p", "-e", "-N", ...target, "-S", `-${historyLines}`, "-E", "-1"],
    separate,
    ["capture-pane", "-p", "-e", "-N", "-a", "-q", ...target],
    separate,
    ["capture-pane", "-p", "-e", "-N", ...target],
  ].flatMap((command, at) => (at === 0 ? command : [";", ...command]));
  return { args, parse: (stdout) => parseCapture(stdout, mark, historyLines) };
}

function parseCapture(stdout: string, mark: string, historyLines: number): PaneCapture | null {
  const parts = stdout.split(`${mark}\n`);
  const [facts, history, saved, shown] = parts.map((part) => part.replace(/\n$/, "").split("\n"));
  if (parts.length !== 4 || !facts || !history || !saved || !shown) return null;
  const line = facts[0] ?? "";
  const fields = line.split(";");
  const numbers = new Map(NUMBERS.map((name, at) => [name, Number.parseInt(fields[at] ?? "", 10)]));
  const number = (name: (typeof NUMBERS)[number]): number => numbers.get(name) || 0;
  if (number("pane_width") < 1 || number("pane_height") < 1) return null;

  const rows = number("pane_height");
  const padded = (lines: readonly string[]): string[] =>
    Array.from({ length: rows }, (_, at) => lines[at] ?? "");
  const alternate = number("alternate_on") === 1;
  return {
    cols: number("pane_width"),
    rows,
    cursor: { x: number("cursor_x"), y: number("cursor_y") },
    alternate: alternate
      ? {
          lines: padded(shown),
          savedX: number("alternate_saved_x"),
          savedY: number("alternate_saved_y"),
        }
      : null,
    lines: padded(alternate ? saved : shown),
    // Without history tmux answers with the screen's first line.
    history: history.slice(0, Math.min(number("history_size"), historyLines)),
    modes: {
      cursorVisible: number("cursor_flag") === 1,
      insert: number("insert_flag") === 1,
      cursorKeys: number("keypad_cursor_flag") === 1,
      keypad: number("keypad_flag") === 1,
      wrap: number("wrap_flag") === 1,
      origin: number("origin_flag") === 1,
      mouseStandard: number("mouse_standard_flag") === 1,
      mouseButton: number("mouse_button_flag") === 1,
      mouseAll: number("mouse_all_flag") === 1,
      mouseUtf8: number("mouse_utf8_flag") === 1,
      mouseSgr: number("mouse_sgr_flag") === 1,
    },
    scrollRegion: { top: number("scroll_region_upper"), bottom: number("scroll_region_lower") },
    tabs: (fields[NUMBERS.length] ?? "").split(",").map(Number).filter(Number.isInteger),
    title: fields.slice(NUMBERS.length + 1).join(";"),
  };
}

import type { Terminal } from "@xterm/headless";
import type { TerminalSignal } from "../../ports/screen-models.ts";

/** A notification's text is for a line on a screen, not a channel for data. */
const MAX_TEXT = 500;

/**
 * Hears what a program says through the terminal itself: the bell, notifications (OSC 9 of iTerm2,
 * 99 of kitty, 777 of rxvt) and progress (OSC 9;4 of ConEmu). The emulator does with the sequences
 * what it always does.
 */
export function hearSignals(terminal: Terminal, say: (signal: TerminalSignal) => void): void {
  terminal.onBell(() => say({ kind: "bell" }));
  const listen = (code: number, read: (data: string) => TerminalSignal | null): void => {
    terminal.parser.registerOscHandler(code, (data) => {
      const signal = read(data);
      if (signal !== null) say(signal);
      return false;
    });
  };
  listen(9, readOsc9);
  listen(99, (data) => notification(data.slice(data.indexOf(";") + 1)));
  listen(777, (data) => {
    const [verb, title = "", ...body] = data.split(";");
    return verb === "notify"
      ? notification([title, body.join(";")].filter(Boolean).join(": "))
      : null;
  });
}

function readOsc9(data: string): TerminalSignal | null {
  const progress = /^4;(\d)/.exec(data);
  if (progress !== null) return { kind: "progress", running: progress[1] !== "0" };
  // Other numbers are ConEmu's own commands, no text for people.
  return /^\d+(;|$)/.test(data) ? null : notification(data);
}

function notification(text: string): TerminalSignal | null {
  return text === "" ? null : { kind: "notification", text: text.slice(0, MAX_TEXT) };
}

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
  const progress = /^4;([0-4])(?:;(\d{1,3}))?/.exec(data);
  if (progress !== null) return progressOf(progress[1] ?? "0", progress[2]);
  // Other numbers are ConEmu's own commands, no text for people.
  return /^\d+(;|$)/.test(data) ? null : notification(data);
}

/** The states as ConEmu numbers them: none, running, failed, running without an end, paused. */
function progressOf(state: string, percent: string | undefined): TerminalSignal {
  const states = ["none", "running", "failed", "running", "paused"] as const;
  const isCounted = state !== "0" && state !== "3" && percent !== undefined;
  return {
    kind: "progress",
    state: states[Number(state)] ?? "none",
    percent: isCounted ? Math.min(100, Number(percent)) : null,
  };
}

function notification(text: string): TerminalSignal | null {
  return text === "" ? null : { kind: "notification", text: text.slice(0, MAX_TEXT) };
}

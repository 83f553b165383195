import type { Size } from "../../../domain/session.ts";
import { Emulator } from "../emulator.ts";
import { serialise } from "../serialise.ts";
import { compareTerminals } from "./compare-terminals.ts";

/** Output of a program, or a new size. */
export type Event = string | Uint8Array | Size;

const SCROLLBACK = 12;

function tell(emulator: Emulator, events: readonly Event[], step: number): void {
  for (const event of events) {
    if (typeof event !== "string" && "cols" in event) emulator.resize(event);
    else {
      const bytes = typeof event === "string" ? Buffer.from(event) : event;
      for (let i = 0; i < bytes.length; i += step) emulator.feed(bytes.subarray(i, i + step));
    }
  }
}

/** Cuts events at a share of their length, within an event's bytes too. */
export function cutEvents(events: readonly Event[], share: number): [Event[], Event[]] {
  const at = Math.floor(share * events.length);
  const [before, after] = [events.slice(0, at), events.slice(at)];
  const first = after[0];
  if (typeof first !== "string") return [before, after];
  const bytes = new Uint8Array(Buffer.from(first));
  const inside = Math.floor((share * events.length - at) * (bytes.length + 1));
  return [
    [...before, bytes.subarray(0, inside)],
    [bytes.subarray(inside), ...after.slice(1)],
  ];
}

/**
 * What a viewer that got a snapshot between the two and then what comes after shows differently from
 * the terminal itself, at once and in the end.
 */
export function snapshotDifferences(
  before: readonly Event[],
  after: readonly Event[],
  { cols = 12, rows = 6, step = 1000 } = {},
): string[] {
  const terminal = new Emulator({ cols, rows }, SCROLLBACK);
  tell(terminal, before, step);
  const viewer = new Emulator({ cols: terminal.core.cols, rows: terminal.core.rows }, SCROLLBACK);
  viewer.feed(serialise(terminal));
  const atOnce = compareTerminals(terminal.terminal, viewer.terminal);
  tell(terminal, after, step);
  tell(viewer, after, step);
  const later = compareTerminals(terminal.terminal, viewer.terminal);
  terminal.dispose();
  viewer.dispose();
  return [...atOnce.map((text) => `at once: ${text}`), ...later.map((text) => `later: ${text}`)];
}

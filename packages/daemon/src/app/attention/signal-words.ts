import type { Activity } from "@maestro/protocol";
import type { TerminalSignal } from "../../ports/screen-models.ts";
import { cleanDetail } from "./clean-detail.ts";

const BELL = "rang the bell";
const PROGRESS = /^(?:progress|failed|paused) at \d+ %$/;

/**
 * What is shown of a program once it said something through its terminal, where these words were
 * shown before. A bell adds nothing to words that are there. Progress is told in tens: a bar that
 * moves a hundred times is no hundred events.
 */
export function signalWords(signal: TerminalSignal, before: string | null): string | null {
  if (signal.kind === "notification") return cleanDetail(signal.text);
  if (signal.kind === "bell") return before ?? BELL;
  const { state, percent } = signal;
  const others = before !== null && PROGRESS.test(before) ? null : before;
  if (state === "none" || percent === null) return others;
  const word = { running: "progress", failed: "failed", paused: "paused" }[state];
  return `${word} at ${Math.floor(percent / 10) * 10} %`;
}

/** Of a program that waits, its question says more than that it rang or how far it has come. */
export function hintFor(activity: Activity, words: string | null): string | null {
  const isMere = words === BELL || (words !== null && PROGRESS.test(words));
  return isMere && activity === "awaiting_input" ? null : words;
}

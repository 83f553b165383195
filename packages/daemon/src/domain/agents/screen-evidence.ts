import type { Activity } from "@maestro/protocol";
import type { Evidence } from "./agent.ts";

const ALL: readonly Activity[] = ["active", "idle", "awaiting_input", "error"];

/** Evidence of a state, which refutes every report of another. */
export function shows(state: Evidence["state"], source: Evidence["source"], why: string): Evidence {
  return { state, source, why, refutes: ALL.filter((other) => other !== state) };
}

/** Evidence that no work goes on. It may be done, or wait, or have failed: those reports stand. */
export function rests(source: Evidence["source"], why: string): Evidence {
  return { state: "idle", source, why, refutes: ["active"] };
}

/** The last lines of a screen that hold anything, top to bottom, without a dialog's frame. */
export function lastLines(screenLines: readonly string[], count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = screenLines.length - 1; at >= 0 && lines.length < count; at--) {
    const line = (screenLines[at] ?? "").replaceAll(/[\u2500-\u257F]/g, " ").trim();
    if (line !== "") lines.unshift(line);
  }
  return lines;
}

/** The last line that fits, or null. */
export function lineLike(lines: readonly string[], pattern: RegExp): string | null {
  return lines.findLast((line) => pattern.test(line)) ?? null;
}

/** True where the title begins with a frame of a braille spinner. */
export function hasBrailleSpinner(title: string): boolean {
  return /^\s*[\u2801-\u28FF]/u.test(title);
}

/**
 * Evidence of an interrupt. Its mark stays on the screen, so it counts only until the agent said
 * something below it.
 */
export function interrupted(
  lines: readonly string[],
  mark: RegExp,
  agentSpeaks: RegExp,
): Evidence | null {
  const at = lines.findLastIndex((line) => mark.test(line));
  if (at === -1 || lines.slice(at + 1).some((line) => agentSpeaks.test(line))) return null;
  const why = `it says: ${lines[at]}`;
  return { state: "idle", source: "screen", why, refutes: ["active", "awaiting_input"] };
}

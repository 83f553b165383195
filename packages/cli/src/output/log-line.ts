import { printable } from "./printable.ts";
import type { Style } from "./style.ts";

/** The numbers that the daemon's log has for its levels. */
const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

const NOISE: ReadonlySet<string> = new Set([
  "level",
  "time",
  "pid",
  "hostname",
  "msg",
  "name",
  "v",
]);

/** A line of the log for a person: time, level, message, then its fields. Others stay as they are. */
export function logLine(line: string, style: Style): string {
  const entry = jsonOf(line);
  if (entry === null) return printable(line);
  const { level, time, msg } = entry;
  const word = typeof level === "number" ? (LEVELS[level] ?? String(level)) : textOf(level);
  const fields = Object.entries(entry)
    .filter(([key]) => !NOISE.has(key))
    .map(([key, value]) => `${key}=${textOf(value)}`)
    .join(" ");
  const paint = word === "error" || word === "fatal" ? style.error : style.quiet;
  return [
    style.quiet(clockOf(time)),
    paint(word.padEnd(5)),
    printable(textOf(msg)),
    style.quiet(printable(fields)),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function clockOf(time: unknown): string {
  const date = typeof time === "number" || typeof time === "string" ? new Date(time) : null;
  return date === null || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonOf(line: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(line);
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

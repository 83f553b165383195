import type { ProcessRow } from "./process-row.ts";

// The kernel counts in USER_HZ, which is 100 on every architecture that Node runs on.
const MS_PER_TICK = 10;

/**
 * Parses `/proc/PID/stat`, or says null where it is none. The name stands in parentheses and may
 * hold parentheses, spaces and newlines itself, so it ends at the last parenthesis: numbers follow.
 */
export function parseStat(bytes: Buffer): ProcessRow | null {
  const text = bytes.toString("latin1");
  const open = text.indexOf(" (");
  const close = text.lastIndexOf(") ");
  if (open < 1 || close < open + 2) return null;
  const fields = text.slice(close + 2).split(" ", 20);
  const state = fields[0] ?? "";
  const number = (index: number): number => Number(fields[index]);
  const pid = Number(text.slice(0, open));
  const terminal = number(4);
  const row: ProcessRow = {
    pid,
    parent: number(1),
    group: number(2),
    session: number(3),
    leadsSession: number(3) === pid,
    terminal: terminal === 0 ? null : String(terminal),
    foregroundGroup: Math.max(0, number(5)),
    alive: state !== "Z" && state !== "X" && state !== "x",
    sleeps: state === "S" || state === "I",
    started: number(19),
    cpuMs: (number(11) + number(12)) * MS_PER_TICK,
    threads: number(17),
    comm: bytes.toString("utf8", open + 2, close),
  };
  const whole =
    /^[A-Za-z]$/.test(state) &&
    pid > 0 &&
    [pid, row.parent, row.group, terminal, row.foregroundGroup].every(Number.isSafeInteger) &&
    [row.started, row.cpuMs, row.threads].every(Number.isSafeInteger);
  return whole ? row : null;
}

import { constants } from "node:os";
import { stat } from "node:fs/promises";
import type { Exit } from "../../domain/session.ts";
import { readBounded } from "../fs/read-bounded.ts";

const SIGNAL_NAMES = new Map<number, string>(
  Object.entries(constants.signals).map(([name, number]) => [number, name]),
);

/**
 * How a command ended, from the wrapper's words (`exit 3`, `signal 137`), or null where they are
 * not complete.
 */
function parseExitStatus(text: string, at: number): Exit | null {
  const match = /^(exit|signal) (\d{1,3})\n/.exec(text);
  if (match === null) return null;
  const number = Number(match[2]);
  if (match[1] === "exit") return { code: number, signal: null, at };
  const signal = SIGNAL_NAMES.get(number - 128);
  return signal === undefined ? { code: number, signal: null, at } : { code: null, signal, at };
}

/** How the command ended, or null while it has not, or where nobody could write it down. */
export async function readExitStatus(path: string): Promise<Exit | null> {
  const read = await readBounded(path, 1024);
  if (read.kind !== "text") return null;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return parseExitStatus(read.text, Math.round(mtimeMs));
}

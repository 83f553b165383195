import { constants, openSync, renameSync, statSync, writeSync } from "node:fs";
import { pino } from "pino";
import type { Log } from "../../ports/log.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** A log that has grown past this is put aside at start; one such is kept. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The daemon's log: JSON lines in a file of mode 0600, written before the call returns. A line that
 * cannot be written is dropped: a full disk must not stop what is being logged.
 */
export function logFile(path: string): Log {
  const fd = openLog(path);
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ["token", "*.token"] },
    { write: (line) => fd !== null && writeOrDrop(fd, line) },
  );
  return {
    info: (message, facts = {}) => logger.info(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    error: (message, facts = {}) => logger.error(facts, message),
  };
}

/** A disk that takes nothing, now or ever. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Null where no line can be written: on a read-only disk the daemon still has sessions to show. */
function openLog(path: string): number | null {
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
      renameSync(path, `${path}.1`);
    }
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    process.stderr.write(`no log is kept: ${(error as Error).message}\n`);
    return null;
  }
}

function writeOrDrop(fd: number, line: string): void {
  try {
    writeSync(fd, line);
  } catch {
    // There is nowhere to say it.
  }
}

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
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
    renameSync(path, `${path}.1`);
  }
  const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ["token", "*.token"] },
    { write: (line) => writeOrDrop(fd, line) },
  );
  return {
    info: (message, facts = {}) => logger.info(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    error: (message, facts = {}) => logger.error(facts, message),
  };
}

function writeOrDrop(fd: number, line: string): void {
  try {
    writeSync(fd, line);
  } catch {
    // There is nowhere to say it.
  }
}

import { constants, openSync, renameSync, statSync } from "node:fs";
import { pino } from "pino";
import type { Log } from "../../ports/log.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** A log that has grown past this is put aside at start; one such is kept. */
const MAX_BYTES = 5 * 1024 * 1024;

/** The daemon's log: JSON lines in a file of mode 0600, written before the call returns. */
export function logFile(path: string): Log {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
    renameSync(path, `${path}.1`);
  }
  const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ["token", "*.token"] },
    pino.destination({ fd, sync: true }),
  );
  return {
    info: (message, facts = {}) => logger.info(facts, message),
    warn: (message, facts = {}) => logger.warn(facts, message),
    error: (message, facts = {}) => logger.error(facts, message),
  };
}

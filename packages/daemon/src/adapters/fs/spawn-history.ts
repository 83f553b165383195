import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { SpawnHistory } from "../../ports/session-files.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** Never through a link, and no waiting for somebody who would read a FIFO of that name. */
const TO_APPEND = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY;

/** The history of starts, one JSON line each. */
export function spawnHistory(path: string): SpawnHistory {
  return {
    async append(entry) {
      const file = await open(path, TO_APPEND, 0o600);
      try {
        const line = { ...entry, at: new Date(entry.at).toISOString() };
        await file.appendFile(`${JSON.stringify(line)}\n`);
      } finally {
        await file.close();
      }
    },
  };
}

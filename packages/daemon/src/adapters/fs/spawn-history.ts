import { open } from "node:fs/promises";
import type { SpawnHistory } from "../../ports/session-files.ts";

/** The history of starts, one JSON line each. */
export function spawnHistory(path: string): SpawnHistory {
  return {
    async append(entry) {
      const file = await open(path, "a", 0o600);
      try {
        const line = { ...entry, at: new Date(entry.at).toISOString() };
        await file.appendFile(`${JSON.stringify(line)}\n`);
      } finally {
        await file.close();
      }
    },
  };
}

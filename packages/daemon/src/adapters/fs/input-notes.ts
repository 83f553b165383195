import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { SessionId } from "../../domain/session.ts";
import type { InputNotes } from "../../ports/session-files.ts";
import { readBounded } from "./read-bounded.ts";

const MAX_BYTES = 256 * 1024;

const Note = z.object({
  requests: z.array(z.string()),
  waiting: z.object({ begins: z.string(), is_typed: z.boolean() }).nullable(),
});

/**
 * Notes in the directories of the sessions' terminals, with which they go. Not synced: a crash that
 * loses them is one of the host, and ends the programs too.
 */
export function inputNotes(directoryOf: (id: SessionId) => string): InputNotes {
  const pathOf = (id: SessionId): string => join(directoryOf(id), "input.json");
  return {
    async read(id) {
      const found = await readBounded(pathOf(id), MAX_BYTES);
      if (found.kind !== "text") return null;
      try {
        const { requests, waiting } = Note.parse(JSON.parse(found.text));
        if (waiting === null) return { requests, waiting };
        return { requests, waiting: { begins: waiting.begins, isTyped: waiting.is_typed } };
      } catch {
        return null;
      }
    },
    async write(id, { requests, waiting }) {
      const path = pathOf(id);
      const note: z.infer<typeof Note> = {
        requests: [...requests],
        waiting: waiting && { begins: waiting.begins, is_typed: waiting.isTyped },
      };
      try {
        await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
        await rename(`${path}.new`, path);
      } catch (error) {
        // An old note would have the next daemon press a key that was pressed.
        await rm(path, { force: true });
        throw error;
      }
    },
  };
}

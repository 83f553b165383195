import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PANE_LIMITS } from "@maestro/protocol";
import * as z from "zod";
import { KEPT_BYTES } from "../../domain/scrollback.ts";
import type { SessionId } from "../../domain/session.ts";
import type { FinalScreens } from "../../ports/session-files.ts";
import { replaceFile } from "./replace-file.ts";

/** The scrollback and a screen of the largest size with something sensible on it. */
const MAX_BYTES = KEPT_BYTES + 12 * 1024 * 1024;
const MAX_HEADER_BYTES = 100;

/** No pane is larger; a terminal model of the size that a broken file claims might not fit. */
const cells = z.int().min(1).max(PANE_LIMITS.max);
const Header = z.object({ cols: cells, rows: cells });

/** Last screens beside the sidecars: a line of JSON with the size, then the bytes that redraw it. */
export function finalScreens(directory: string): FinalScreens {
  const pathOf = (id: SessionId): string => join(directory, `${id}.screen`);
  return {
    async write(id, { cols, rows, bytes }) {
      if (bytes.length > MAX_BYTES) throw new Error(`the screen is larger than ${MAX_BYTES} bytes`);
      const header = Buffer.from(`${JSON.stringify({ cols, rows })}\n`);
      await replaceFile(pathOf(id), Buffer.concat([header, bytes]));
    },
    async read(id) {
      try {
        const content = await readBytes(pathOf(id));
        const end = content.indexOf("\n");
        const header = Header.parse(JSON.parse(content.subarray(0, end).toString("utf8")));
        return { ...header, bytes: content.subarray(end + 1) };
      } catch {
        return null;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}

/** A file no larger than a screen that was written; it never waits for a FIFO of that name. */
async function readBytes(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_BYTES + MAX_HEADER_BYTES) {
      throw new Error("not a screen of ours");
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

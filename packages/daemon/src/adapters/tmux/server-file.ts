import * as z from "zod";
import { readBounded } from "../fs/read-bounded.ts";
import { replaceFile } from "../fs/replace-file.ts";

const ProcessRefOnDisk = z.object({ pid: z.int().positive(), started: z.string() });

/** Which tmux server and pane a session runs in, so that a later daemon finds exactly those. */
/** Which tmux server and pane a session runs in, for the daemon that comes next. */
const ServerFile = z.object({
  server: ProcessRefOnDisk,
  pane: ProcessRefOnDisk,
  paneId: z.string().regex(/^%\d+$/),
  generation: z.int(),
  nonce: z.string().regex(/^[0-9a-f]+$/),
});
export type ServerFile = z.infer<typeof ServerFile>;

/** Null where the file is missing or makes no sense: then only tmux itself can tell. */
export async function readServerFile(path: string): Promise<ServerFile | null> {
  const read = await readBounded(path, 64 * 1024);
  if (read.kind !== "text") return null;
  try {
    return ServerFile.parse(JSON.parse(read.text));
  } catch {
    return null;
  }
}

/** Keeps which server and pane a session runs in. */
export async function writeServerFile(path: string, file: ServerFile): Promise<void> {
  await replaceFile(path, `${JSON.stringify(file)}\n`);
}

import * as z from "zod";
import { readBounded } from "./read-bounded.ts";
import { replaceFile } from "./replace-file.ts";

const DaemonFile = z.object({
  pid: z.int(),
  url: z.string().nullable(),
  socket: z.string(),
  version: z.string(),
});
/** Where clients find the daemon. */
export type DaemonFile = z.infer<typeof DaemonFile>;

/** The port that the last daemon listened on, or null. Running sessions know its address. */
export async function lastPort(path: string): Promise<number | null> {
  const read = await readBounded(path, 64 * 1024);
  if (read.kind !== "text") return null;
  try {
    const { url } = DaemonFile.parse(JSON.parse(read.text));
    return url === null ? null : Number(new URL(url).port) || null;
  } catch {
    return null;
  }
}

/** Says where the daemon is. It stays when the daemon stops: the port is remembered by it. */
export async function writeDaemonFile(path: string, file: DaemonFile): Promise<void> {
  await replaceFile(path, `${JSON.stringify(file)}\n`);
}

import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** What reading a file of ours came to. */
export type ReadOutcome =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  /** It is there, but is no plain file of a sensible size. */
  | { readonly kind: "malformed"; readonly reason: string }
  /** It is there, but the system does not let us see it. */
  | { readonly kind: "unreadable"; readonly reason: string };

/**
 * Reads a small file whole. A directory, a FIFO (opened without blocking) or a file over `maxBytes`
 * is malformed, not an exception, and costs no memory.
 */
export async function readBounded(path: string, maxBytes: number): Promise<ReadOutcome> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: "malformed", reason: "not a plain file" };
      if (stat.size > maxBytes) {
        return { kind: "malformed", reason: `larger than ${maxBytes} bytes` };
      }
      return { kind: "text", text: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "unreadable", reason: message };
  }
}

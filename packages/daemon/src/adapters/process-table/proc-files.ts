import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";

// One buffer for all reads: they are synchronous, and a `stat` is far smaller.
const page = Buffer.allocUnsafeSlow(4096);
// The kernel fills a page with records before a read comes back short, so half a page is the end.
const SURELY_WHOLE = 2048;

/**
 * A small file of `/proc`, or null where its process is gone or closed to us. The bytes are valid
 * until the next read. Anything else, such as no free descriptors, is an error: silence about it
 * would declare living processes gone.
 */
export function readProcFile(path: string): Buffer | null {
  try {
    const file = openSync(path, "r");
    try {
      const length = readSync(file, page, 0, page.length, 0);
      if (length <= SURELY_WHOLE) return page.subarray(0, length);
    } finally {
      closeSync(file);
    }
    return readFileSync(path);
  } catch (error) {
    return absent(error);
  }
}

/** A file of `/proc` that may be large, such as an environment; null as above. */
export function readLargeProcFile(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    return absent(error);
  }
}

/** Where a link of `/proc` points, or null as above. */
export function readProcLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    return absent(error);
  }
}

/** The names in a directory of `/proc`; none where its process is gone. */
export function listProcDirectory(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    return absent(error) ?? [];
  }
}

function absent(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException;
  // ESRCH: it went between opening and reading. EACCES, EPERM: another user's.
  if (code === "ENOENT" || code === "ESRCH" || code === "EACCES" || code === "EPERM") return null;
  throw error;
}

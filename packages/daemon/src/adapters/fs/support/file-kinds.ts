import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a FIFO that nobody reads or writes. */
export function makeFifo(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}

/** A file system of a few kilobytes. */
export interface TinyFileSystem {
  readonly path: string;
  unmount(): void;
}

/** Mounts one; null where this user may not. */
export function mountTiny(): TinyFileSystem | null {
  const path = mkdtempSync(join(tmpdir(), "maestro-tiny-"));
  try {
    const script = 'mount -t tmpfs -o size=32k tmpfs "$0"';
    execFileSync("sh", ["-c", script, path], { stdio: "ignore" });
  } catch {
    rmdirSync(path);
    return null;
  }
  const unmount = (): void => {
    execFileSync("sh", ["-c", 'umount "$0"', path]);
    rmdirSync(path);
  };
  return { path, unmount };
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether a disk can be mounted here: root may, outside of most containers. */
export function canMount(): boolean {
  return tryIn((directory) => {
    run("mount", "-t", "tmpfs", "maestro-test", directory);
    run("umount", directory);
  });
}

/** Whether a file can be made that not even root can delete. */
export function canPin(): boolean {
  return tryIn((directory) => {
    const file = join(directory, "f");
    writeFileSync(file, "");
    run("chattr", "+i", file);
    run("chattr", "-i", file);
  });
}

/** Runs a program of the system, which may not be there. */
export function run(file: string, ...args: readonly string[]): void {
  execFileSync(file, args, { stdio: "ignore" });
}

function tryIn(act: (directory: string) => void): boolean {
  const directory = mkdtempSync(join(tmpdir(), "maestro-able-"));
  try {
    act(directory);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

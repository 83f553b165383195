import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether a disk can be mounted here: root may, outside of most containers. */
export function canMount(): boolean {
  return tryIn((directory) => {
    execFileSync("mount", ["-t", "tmpfs", "maestro-test", directory], { stdio: "ignore" });
    execFileSync("umount", [directory], { stdio: "ignore" });
  });
}

/** Whether a file can be made that not even root can delete. */
export function canPin(): boolean {
  return tryIn((directory) => {
    const file = join(directory, "f");
    writeFileSync(file, "");
    execFileSync("chattr", ["+i", file], { stdio: "ignore" });
    execFileSync("chattr", ["-i", file], { stdio: "ignore" });
  });
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

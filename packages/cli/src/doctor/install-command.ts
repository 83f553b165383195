import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** How each package manager installs; the first that is on the PATH counts. */
const MANAGERS = [
  ["apt-get", "sudo apt-get install"],
  ["dnf", "sudo dnf install"],
  ["pacman", "sudo pacman -S"],
  ["apk", "sudo apk add"],
  ["brew", "brew install"],
] as const;

/** The command that installs a program here, or null where no package manager is known. */
export function installCommand(tool: string, path: string): string | null {
  const directories = path.split(":").filter((directory) => directory.startsWith("/"));
  const found = MANAGERS.find(([manager]) =>
    directories.some((directory) => isProgram(join(directory, manager))),
  );
  return found === undefined ? null : `${found[1]} ${tool}`;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

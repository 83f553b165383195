import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Log } from "../../ports/log.ts";
import type { SecretFile } from "../../ports/secret-file.ts";
import { readBounded } from "../fs/read-bounded.ts";
import { replaceFile } from "../fs/replace-file.ts";

const MAX_BYTES = 4096;

/** A secret in a file of mode 0600. */
export function secretFile(path: string, log: Log): SecretFile {
  return {
    path,
    async read() {
      const found = await readBounded(path, MAX_BYTES);
      if (found.kind === "text") {
        if (await tighten(path)) {
          log.warn("a secret was readable by others; took them that right", { path });
        }
        return found;
      }
      return found.kind === "missing" ? found : { kind: "unusable", reason: found.reason };
    },
    write: (text) => replaceFile(path, text),
  };
}

async function tighten(path: string): Promise<boolean> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { mode } = await file.stat();
    if ((mode & 0o077) === 0) return false;
    await file.chmod(0o600);
    return true;
  } finally {
    await file.close();
  }
}

import type { BootMemory } from "../../ports/session-files.ts";
import { run } from "../process/run.ts";
import { readBounded } from "./read-bounded.ts";
import { replaceFile } from "./replace-file.ts";

const MAX_BYTES = 4_096;
const BOOT_ID = /^[0-9A-Za-z-]{8,64}$/;

/** Where the kernel says which boot it is. Tests put a file of their own here. */
export interface BootSource {
  readonly file: string;
  readonly platform: NodeJS.Platform;
}

/** Which boot this is, and which it was when it was last written down. */
export function bootMemory(path: string, source: BootSource): BootMemory {
  return {
    async read() {
      const [current, stored] = await Promise.all([readCurrent(source), readId(path)]);
      return { current, stored };
    },
    async store(current) {
      await replaceFile(path, `${current}\n`);
    },
  };
}

async function readCurrent({ file, platform }: BootSource): Promise<string | null> {
  if (platform === "linux") return readId(file);
  const outcome = await run({
    file: "sysctl",
    args: ["-n", "kern.bootsessionuuid"],
    env: { PATH: process.env["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" },
    timeoutMs: 5_000,
  });
  return outcome.kind === "exited" && outcome.code === 0
    ? parseId(outcome.stdout.toString("utf8"))
    : null;
}

async function readId(path: string): Promise<string | null> {
  const read = await readBounded(path, MAX_BYTES);
  return read.kind === "text" ? parseId(read.text) : null;
}

/** Null for what is no boot id: empty, cut off, something else. */
function parseId(text: string): string | null {
  const id = text.trim();
  return BOOT_ID.test(id) ? id : null;
}

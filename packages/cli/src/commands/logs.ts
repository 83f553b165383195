import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { logLine } from "../output/log-line.ts";

/** The options of `logs`. */
export interface LogsOptions {
  readonly follow?: boolean;
  readonly lines: string;
  readonly json?: boolean;
}

const POLL_MS = 250;
/** No tail needs more; a log that is larger is not read from its beginning. */
const TAIL_BYTES = 4 * 1024 * 1024;

/** Prints the end of the daemon's log, and what is added to it where asked. */
export async function logs(context: Context, options: LogsOptions) {
  if (!/^\d{1,6}$/.test(options.lines)) {
    throw new CliFailure(EXIT.usage, `-n ${options.lines}: it must be a whole number`);
  }
  const path = join(context.stateDir, "daemon.log");
  const show = (line: string): void =>
    context.print(options.json === true ? line : logLine(line, context.style));
  const tail = await readTail(path, Number(options.lines));
  if (tail === null && options.follow !== true) {
    throw new CliFailure(EXIT.notFound, `There is no log yet: ${path}`);
  }
  for (const line of tail?.lines ?? []) show(line);
  if (options.follow === true) await follow(path, tail?.end ?? 0, show);
}

async function readTail(
  path: string,
  count: number,
): Promise<{ lines: string[]; end: number } | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const text = buffer.subarray(0, bytesRead);
    // A line that is still being written belongs to what follows.
    const whole = text.lastIndexOf(0x0a) + 1;
    const lines = text.subarray(0, whole).toString("utf8").split("\n").slice(0, -1);
    if (from > 0) lines.shift();
    return { lines: count === 0 ? [] : lines.slice(-count), end: from + whole };
  } finally {
    await file.close();
  }
}

async function follow(path: string, from: number, show: (line: string) => void): Promise<never> {
  let end = from;
  let rest = "";
  let inode: number | null = null;
  for (;;) {
    const now = await stat(path).catch(() => null);
    if (now !== null) {
      // Another file, or one that was cut: it is read from its beginning.
      if ((inode !== null && now.ino !== inode) || now.size < end) {
        end = 0;
        rest = "";
      }
      inode = now.ino;
      if (now.size > end) {
        const added = createReadStream(path, { start: end, end: now.size - 1, encoding: "utf8" });
        for await (const chunk of added) rest += String(chunk);
        end = now.size;
        const lines = rest.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) show(line);
      }
    }
    await delay(POLL_MS);
  }
}

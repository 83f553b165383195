import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { Command } from "@maestro/protocol";
import * as z from "zod";
import type { SpawnEntry, SpawnHistory } from "../../ports/session-files.ts";
import { readBounded } from "./read-bounded.ts";
import { replaceFile } from "./replace-file.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/** Never through a link, and no waiting for somebody at the other end of a FIFO of that name. */
const TO_APPEND = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_RDWR;

const MAX_BYTES = 64 * 1024 * 1024;
const DAY_MS = 86_400_000;

const Line = z.object({
  directory: z.string().min(1),
  repo: z.string().nullable().default(null),
  command: Command,
  name: z.string().nullable().default(null),
  branch: z.string().nullable().default(null),
  at: z.iso.datetime(),
});

/** Where the history is, and how long it is kept. */
export interface HistoryOptions {
  readonly path: string;
  /** 0 keeps none. */
  readonly keepDays: number;
  readonly now: () => number;
}

/** The history of starts, one JSON line each, oldest first. */
export function spawnHistory({ path, keepDays, now }: HistoryOptions): SpawnHistory & {
  /** Drops what is too old, in one atomic step. */
  compact(): Promise<void>;
} {
  const readAll = async (): Promise<readonly SpawnEntry[]> => {
    const read = await readBounded(path, MAX_BYTES);
    return read.kind === "text" ? read.text.split("\n").flatMap(parseLine) : [];
  };
  // One after the other: a line that came while the file is replaced would go with the old one.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const result = last.then(step);
    last = result.catch(() => {});
    return result;
  };
  const isKept = ({ at }: SpawnEntry): boolean => now() - at < keepDays * DAY_MS;

  return {
    append: (entry) =>
      keepDays === 0 ? Promise.resolve() : inTurn(() => appendLine(path, encode(entry))),
    read: async () => (await readAll()).filter(isKept),
    compact: () =>
      inTurn(async () => {
        const all = await readAll();
        const kept = all.filter(isKept);
        if (kept.length === all.length) return;
        await replaceFile(path, kept.map((entry) => `${encode(entry)}\n`).join(""));
      }),
  };
}

/** Adds a line; where a crash cut the last one off, that one is ended first. */
async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, TO_APPEND, 0o600);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error(`${path} is not a plain file`);
    const { buffer } = await file.read({
      buffer: Buffer.from("\n"),
      position: Math.max(stat.size - 1, 0),
    });
    const end = buffer.toString() === "\n" ? "" : "\n";
    await file.appendFile(`${end}${line}\n`);
  } finally {
    await file.close();
  }
}

function encode(entry: SpawnEntry): string {
  return JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() });
}

/** No entry for a line that was cut off or is of another shape: the others still count. */
function parseLine(text: string): SpawnEntry[] {
  if (text.trim() === "") return [];
  try {
    const line = Line.parse(JSON.parse(text));
    return [{ ...line, at: Date.parse(line.at) }];
  } catch {
    return [];
  }
}

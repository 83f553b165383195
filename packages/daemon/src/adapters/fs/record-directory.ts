import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { Log } from "../../ports/log.ts";
import type { Loaded, RecordStore } from "../../ports/record-store.ts";
import { readBounded } from "./read-bounded.ts";
import { removeUnfinished, replaceFile, syncDirectory } from "./replace-file.ts";

/** How records of one kind look on disk. */
export interface RecordCodec<T> {
  /** What the files hold, for messages: "session record". */
  readonly noun: string;
  readonly keyOf: (record: T) => string;
  readonly encode: (record: T) => unknown;
  /** Throws where the value is not of the record's shape. */
  readonly decode: (value: unknown, key: string) => T;
  readonly isKey: (key: string) => boolean;
}

/** The newest layout this version writes and understands. */
const RECORD_VERSION = 1;

const SUFFIX = ".json";
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A directory of records, one JSON file each. A malformed file is moved aside under a name that says
 * so, a file of a newer version or one that cannot be read is left exactly as it is; neither hides
 * the others nor is ever overwritten at start.
 */
export function recordDirectory<T>(
  directory: string,
  codec: RecordCodec<T>,
  log: Log,
): RecordStore<T> {
  const pathOf = (key: string): string => join(directory, key + SUFFIX);
  /** Files that were left where they are: what they hold is not ours to write over. */
  const left = new Set<string>();
  const failed = (what: string, error: Error): MaestroError =>
    new MaestroError("io_failed", `The ${codec.noun} ${what}`, { cause: error });

  /** Somebody may have moved such a file away meanwhile. */
  const refuseToReplace = async (key: string): Promise<void> => {
    if (!left.has(key)) return;
    const found = await readRecord(pathOf(key), key, codec);
    if (found.kind !== "newer" && found.kind !== "unreadable") left.delete(key);
    else {
      throw new Error(
        `${pathOf(key)} is there and cannot be read (${found.reason}); move it away, or use the maestro that wrote it`,
      );
    }
  };

  return {
    async load() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await removeUnfinished(directory);
      const records: T[] = [];
      const skipped: Loaded<T>["skipped"][number][] = [];
      for (const name of (await readdir(directory)).sort()) {
        if (!name.endsWith(SUFFIX)) continue;
        const key = name.slice(0, -SUFFIX.length);
        if (!codec.isKey(key)) continue;
        const found = await readRecord(pathOf(key), key, codec);
        if (found.kind === "record") records.push(found.record);
        else if (found.kind !== "missing") {
          const aside = found.kind === "malformed" ? await moveAside(pathOf(key)) : null;
          if (aside === null) left.add(key);
          skipped.push({ key, reason: found.reason, inPlace: aside === null });
          log.warn(`skipped a ${codec.noun}`, { key, reason: found.reason, kept_as: aside });
        }
      }
      return { records, skipped };
    },

    async write(record) {
      const key = codec.keyOf(record);
      const value = { version: RECORD_VERSION, ...(codec.encode(record) as object) };
      try {
        await refuseToReplace(key);
        await replaceFile(pathOf(key), `${JSON.stringify(value)}\n`);
      } catch (error) {
        const { message } = error as Error;
        throw failed(
          `${key} could not be written: ${message}. Nothing was changed; make room or mend the permissions of ${directory} and try again.`,
          error as Error,
        );
      }
    },

    async remove(key) {
      try {
        await unlink(pathOf(key));
        await syncDirectory(directory);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
        const { message } = error as Error;
        throw failed(
          `${key} could not be removed: ${message}. Mend the permissions of ${directory} and try again.`,
          error as Error,
        );
      }
    },
  };
}

type Found<T> =
  | { readonly kind: "record"; readonly record: T }
  | { readonly kind: "missing" }
  | { readonly kind: "malformed" | "newer" | "unreadable"; readonly reason: string };

async function readRecord<T>(path: string, key: string, codec: RecordCodec<T>): Promise<Found<T>> {
  const read = await readBounded(path, MAX_BYTES);
  if (read.kind !== "text") return read;
  try {
    const value: unknown = JSON.parse(read.text);
    const version = versionOf(value);
    if (version > RECORD_VERSION) {
      return { kind: "newer", reason: `written by a newer maestro (version ${version})` };
    }
    return { kind: "record", record: codec.decode(value, key) };
  } catch (error) {
    return { kind: "malformed", reason: firstLine((error as Error).message) };
  }
}

function versionOf(value: unknown): number {
  if (typeof value !== "object" || value === null || !("version" in value)) return 0;
  return typeof value.version === "number" ? value.version : 0;
}

function firstLine(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, " ");
}

/** Renames a file that cannot be used, so that it is kept and no longer in the way. */
async function moveAside(path: string): Promise<string | null> {
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  try {
    await rename(path, aside);
    return aside;
  } catch {
    return null;
  }
}

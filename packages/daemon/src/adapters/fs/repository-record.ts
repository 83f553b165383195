import * as z from "zod";
import type { RecordCodec } from "./record-directory.ts";
import { retainedKey } from "./retained-record.ts";

const RepositoryFile = z.object({ root: z.string().min(1) });

/** How a repository that maestro remembers looks on disk. */
export const repositoryCodec: RecordCodec<{ readonly root: string }> = {
  noun: "remembered repository",
  keyOf: ({ root }) => retainedKey(root),
  isKey: (key) => /^[0-9a-f]{32}$/.test(key),
  encode: ({ root }) => ({ root }),
  decode: (value) => RepositoryFile.parse(value),
};

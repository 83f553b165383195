import { createHash } from "node:crypto";
import { Command, Time } from "@maestro/protocol";
import * as z from "zod";
import type { RetainedWorktree } from "../../domain/retained-worktree.ts";
import type { RecordCodec } from "./record-directory.ts";

const RetainedFile = z.object({
  path: z.string().min(1),
  base_repo: z.string().min(1),
  branch: z.string().nullable(),
  reason: z.string(),
  retained_at: Time,
  device: z.number().nullable().default(null),
  base_commit: z.string().nullable().default(null),
  session_id: z.string().nullable().default(null),
  session_name: z.string().nullable().default(null),
  command: Command.default(""),
  detail: z.string().nullable().default(null),
});

/** The file name of a path's entry: paths may be longer than file names and hold any character. */
export function retainedKey(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 32);
}

/** How an entry of the retained store looks on disk. */
export const retainedCodec: RecordCodec<RetainedWorktree> = {
  noun: "retained worktree's entry",
  keyOf: (entry) => retainedKey(entry.path),
  isKey: (key) => /^[0-9a-f]{32}$/.test(key),
  encode: (entry) => ({
    path: entry.path,
    base_repo: entry.baseRepo,
    branch: entry.branch,
    reason: entry.reason,
    retained_at: new Date(entry.retainedAt).toISOString(),
    device: entry.device,
    base_commit: entry.baseCommit,
    session_id: entry.sessionId,
    session_name: entry.sessionName,
    command: entry.command,
    detail: entry.detail,
  }),
  decode: (value, key) => {
    const file = RetainedFile.parse(value);
    if (retainedKey(file.path) !== key) throw new Error(`it holds the entry of ${file.path}`);
    return {
      path: file.path,
      baseRepo: file.base_repo,
      branch: file.branch,
      reason: file.reason,
      retainedAt: Date.parse(file.retained_at),
      device: file.device,
      baseCommit: file.base_commit,
      sessionId: file.session_id,
      sessionName: file.session_name,
      command: file.command,
      detail: file.detail,
    };
  },
};

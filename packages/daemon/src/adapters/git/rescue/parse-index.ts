/** One entry of an index, as `git ls-files -v -s -z` shows it. */
export interface IndexEntry {
  /** The name's bytes, one character each: git promises no encoding. */
  readonly name: string;
  readonly mode: string;
  readonly id: string;
  /** 0, or 1 to 3 for the sides of a conflict. */
  readonly stage: number;
  readonly skipsWorktree: boolean;
  readonly isAssumedUnchanged: boolean;
}

const ENTRY = /^([A-Za-z?]) ([0-7]{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-3])\t(.+)$/s;

/** Every entry of the listing; null where one makes no sense. */
export function parseIndex(listing: Buffer): readonly IndexEntry[] | null {
  if (listing.length === 0) return [];
  const records = listing.toString("latin1").split("\0");
  if (records.pop() !== "") return null;
  const entries: IndexEntry[] = [];
  for (const record of records) {
    const [, tag = "", mode = "", id = "", stage = "", name = ""] = ENTRY.exec(record) ?? [];
    if (name === "") return null;
    entries.push({
      name,
      mode,
      id,
      stage: Number(stage),
      skipsWorktree: tag === "S" || tag === "s",
      isAssumedUnchanged: tag >= "a" && tag <= "z",
    });
  }
  return entries;
}

/** A mode that names another repository's commit. */
export const GITLINK = "160000";

/** One entry of `git status --porcelain=v2 -z`. Names are bytes: git promises no encoding. */
export type StatusEntry =
  | {
      readonly kind: "changed";
      readonly name: Buffer;
      /** How the index differs from HEAD and the tree from the index, one letter each; `.` for not. */
      readonly xy: string;
      readonly isConflict: boolean;
    }
  | { readonly kind: "untracked"; readonly name: Buffer }
  | { readonly kind: "ignored"; readonly name: Buffer }
  | { readonly kind: "header"; readonly text: string }
  | { readonly kind: "strange"; readonly text: string };

/** How many spaces stand before the name, by the entry's first letter. */
const FIELDS: Readonly<Record<string, number>> = { "1": 8, "2": 9, u: 10 };

/** Reads entries from pieces of output, however they are cut. */
export interface StatusParser {
  /** The entries that are complete with this piece. */
  feed(chunk: Buffer): readonly StatusEntry[];
  /** True where output ended in the middle of an entry. */
  isCutOff(): boolean;
}

/** A parser at the start of the output. */
export function createStatusParser(): StatusParser {
  let rest: Buffer = Buffer.alloc(0);
  let skipsName = false;
  return {
    feed(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const entries: StatusEntry[] = [];
      let start = 0;
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
        const record = bytes.subarray(start, end);
        start = end + 1;
        // A rename is followed by its former name as a record of its own.
        if (skipsName) skipsName = false;
        else {
          entries.push(parseEntry(record));
          skipsName = record[0] === 0x32;
        }
      }
      // A copy, so that a few bytes do not keep a whole chunk alive.
      rest = Buffer.from(bytes.subarray(start));
      return entries;
    },
    isCutOff: () => rest.length > 0 || skipsName,
  };
}

function parseEntry(record: Buffer): StatusEntry {
  const letter = String.fromCharCode(record[0] ?? 0);
  if (record[1] === 0x20 && record.length > 2) {
    if (letter === "?") return { kind: "untracked", name: record.subarray(2) };
    if (letter === "!") return { kind: "ignored", name: record.subarray(2) };
    if (letter === "#") return { kind: "header", text: record.toString("utf8", 2) };
    const name = afterSpaces(record, FIELDS[letter] ?? 0);
    const xy = record.toString("latin1", 2, 4);
    if (name !== null) return { kind: "changed", name, xy, isConflict: letter === "u" };
  }
  return { kind: "strange", text: record.toString("utf8") };
}

function afterSpaces(record: Buffer, count: number): Buffer | null {
  if (count === 0) return null;
  let at = 0;
  for (let found = 0; found < count; found++) {
    at = record.indexOf(0x20, at) + 1;
    if (at === 0) return null;
  }
  return at < record.length ? record.subarray(at) : null;
}

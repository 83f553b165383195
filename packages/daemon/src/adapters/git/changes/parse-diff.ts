/** A file that differs, as `git diff --raw --numstat -z` shows it. Names are bytes, one character each. */
export interface RawChange {
  readonly name: string;
  /** Where it was before, for a rename. */
  readonly oldName: string | null;
  /** git's letter: A, M, D, R, T or U. */
  readonly letter: string;
  /** Lines; null where git takes the file for binary. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

const RAW = /^:[0-7]{6} [0-7]{6} [0-9a-f]+ [0-9a-f]+ ([A-Z])\d*$/;
const NUMSTAT = /^(\d+|-)\t(\d+|-)\t(.*)$/s;

/** The changes in the answer, in git's order; null where it makes no sense. */
export function parseDiff(output: Buffer): readonly RawChange[] | null {
  if (output.length === 0) return [];
  const fields = output.toString("latin1").split("\0");
  if (fields.pop() !== "") return null;
  const changes = new Map<string, Omit<RawChange, "additions" | "deletions">>();
  const counts = new Map<string, readonly [number | null, number | null]>();
  for (let at = 0; at < fields.length;) {
    const field = fields[at++] ?? "";
    const letter = RAW.exec(field)?.[1];
    if (letter !== undefined) {
      const first = fields[at++];
      const second = letter === "R" || letter === "C" ? fields[at++] : null;
      const name = second ?? first;
      if (name === undefined || first === undefined || second === undefined) return null;
      const known = changes.get(name);
      // A conflict is named twice: as one, and by how the file in the tree differs.
      if (known === undefined || known.letter === "U") {
        changes.set(name, { name, oldName: second === null ? null : first, letter });
      }
      continue;
    }
    const [, added = "", deleted = "", path = ""] = NUMSTAT.exec(field) ?? [];
    if (added === "") return null;
    // A rename has an empty path here and both names behind.
    const name = path === "" ? fields[at + 1] : path;
    if (path === "") at += 2;
    if (name === undefined) return null;
    counts.set(name, [toCount(added), toCount(deleted)]);
  }
  return [...changes.values()].map((change) => {
    const [additions, deletions] = counts.get(change.name) ?? [0, 0];
    return { ...change, additions, deletions };
  });
}

function toCount(text: string): number | null {
  return text === "-" ? null : Number(text);
}

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { whyNot } from "./git.ts";
import { createIndexParser, type IndexFindings } from "./parse-index-entries.ts";
import type { Look, Place } from "./place.ts";

/** What the index holds out of the ordinary, or why that could not be told. */
export type IndexAnswer =
  | { readonly kind: "known"; readonly index: IndexFindings }
  | { readonly kind: "unknown"; readonly reason: string };

/** Reads what of the index a status does not show. */
export type ReadIndexFindings = (look: Look, place: Place) => Promise<IndexAnswer>;

const MAX_REMEMBERED = 300;

/** An index this young may be written again without any of its times telling. */
const RACY_MS = 2000;

/**
 * Remembers the findings of indexes without anything out of the ordinary: trees are probed over and
 * over, and git never writes an index in place, so an index with the same file facts is the same.
 */
export function createIndexFindings(now: () => number = Date.now): ReadIndexFindings {
  const plain = new Map<string, string>();
  return async (look, place) => {
    const file = join(place.gitDir, "index");
    const facts = await readFacts(file, now());
    if (facts !== null && plain.get(file) === facts)
      return { kind: "known", index: NOTHING_SPECIAL };
    const answer = await ask(look, place);
    plain.delete(file);
    if (facts !== null && answer.kind === "known" && isPlain(answer.index)) {
      plain.set(file, facts);
      const oldest = plain.keys().next();
      if (plain.size > MAX_REMEMBERED && oldest.done !== true) plain.delete(oldest.value);
    }
    return answer;
  };
}

const NOTHING_SPECIAL: IndexFindings = { assumedUnchanged: [], skipped: [], gitlinks: [] };

function isPlain(index: IndexFindings): boolean {
  return index.assumedUnchanged.length + index.skipped.length + index.gitlinks.length === 0;
}

/** What tells one index file from another; null where that is not sure (or there is none). */
async function readFacts(file: string, now: number): Promise<string | null> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  if (found === null || now - Number(found.ctimeMs) < RACY_MS) return null;
  return [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
}

/** Asks git for every index entry and keeps the flagged ones and the submodules. */
async function ask(look: Look, place: Place): Promise<IndexAnswer> {
  const parser = createIndexParser();
  const answer = await look.git.read(["ls-files", "-v", "-s", "-z"], {
    cwd: place.top,
    timeoutMs: look.deadline.left(),
    onStdout: (chunk) => {
      parser.feed(chunk);
      return "more";
    },
  });
  if (answer.kind !== "ok") return { kind: "unknown", reason: `git ls-files: ${whyNot(answer)}` };
  if (parser.isBroken())
    return { kind: "unknown", reason: "git ls-files: an entry makes no sense" };
  return { kind: "known", index: parser.findings() };
}

import { whyNot } from "./git.ts";
import { createIndexParser, type IndexFindings } from "./parse-index-entries.ts";
import type { Look, Place } from "./place.ts";

/** What the index holds out of the ordinary, or why that could not be told. */
export type IndexAnswer =
  | { readonly kind: "known"; readonly index: IndexFindings }
  | { readonly kind: "unknown"; readonly reason: string };

/** Asks git for every index entry and keeps the flagged ones and the submodules. */
export async function readIndexFindings(look: Look, place: Place): Promise<IndexAnswer> {
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

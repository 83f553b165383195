import { DIFF_ARGUMENTS, PATCH_ARGUMENTS } from "./diff-settings.ts";
import type { Change, Comparison } from "./list-changes.ts";
import { createPatchSplitter, type Patch } from "./split-patches.ts";

/** The patches of some changes, by name; one that git gave none for is left out. */
export async function readPatches(
  comparison: Comparison,
  changes: readonly Change[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Patch>> {
  const found = new Map<string, Patch>();
  // A changed type makes two patches, one that deletes and one that adds.
  const plain = changes.filter(({ kind }) => kind !== "type-changed");
  const together = await ask(comparison, plain, maxBytes);
  const isMatched = together.length === plain.length;
  if (isMatched) {
    // git gives them in the order of their names' bytes.
    const ordered = [...plain].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const [at, { name }] of ordered.entries()) found.set(name, together[at] ?? NONE);
  }
  for (const change of isMatched ? changes.filter((one) => !plain.includes(one)) : changes) {
    const parts = await ask(comparison, [change], maxBytes);
    const texts = parts.flatMap(({ text }) => (text === null ? [] : [text]));
    const isWhole = texts.length === parts.length;
    if (parts.length > 0) found.set(change.name, isWhole ? { text: texts.join("") } : NONE);
  }
  return found;
}

const NONE: Patch = { text: null };

async function ask(
  comparison: Comparison,
  changes: readonly Change[],
  maxBytes: number,
): Promise<readonly Patch[]> {
  if (changes.length === 0) return [];
  const splitter = createPatchSplitter(maxBytes);
  const names = changes.flatMap(({ name, oldName }) => [
    name,
    ...(oldName === null ? [] : [oldName]),
  ]);
  const answer = await comparison.git.read(
    [...DIFF_ARGUMENTS, ...PATCH_ARGUMENTS, comparison.base, "--", ...names.map(toArgument)],
    {
      cwd: comparison.top,
      timeoutMs: comparison.deadline.left(),
      // A name that reads like a pattern is still a name.
      env: { ...comparison.env, GIT_LITERAL_PATHSPECS: "1" },
      onStdout: (chunk) => {
        splitter.feed(chunk);
        return "more";
      },
    },
  );
  return answer.kind === "ok" ? splitter.finish() : [];
}

/** Node passes arguments on as UTF-8: a name that is none reaches git as another one. */
function toArgument(name: string): string {
  return Buffer.from(name, "latin1").toString("utf8");
}

import * as z from "zod";

/** What of a tree's state fits neither a tree of files nor an index. */
/** What a saved state has to say of its files beside their content. */
const Facts = z.object({
  version: z.literal(1),
  /** Permission bits of most plain files and of most executable ones. */
  usual: z.object({ plain: z.int(), executable: z.int() }),
  /** Those that differ, by name (bytes, one character each). */
  modes: z.array(z.tuple([z.string(), z.int()])),
  /** Names in the tree of files that were not to be in the working tree. */
  absent: z.array(z.string()),
});
export type Facts = z.infer<typeof Facts>;

/** The facts of a set of files. The order is fixed, so that equal states make equal texts. */
export function toFacts(
  allModes: ReadonlyMap<string, number | null>,
  absent: readonly string[],
): Facts {
  const modes = [...allModes].flatMap(([name, mode]): [string, number][] =>
    mode === null ? [] : [[name, mode]],
  );
  const usual = { plain: mostOf(modes, false), executable: mostOf(modes, true) };
  const unusual = modes.filter(([, mode]) => mode !== usualMode(usual, isExecutable(mode)));
  return {
    version: 1,
    usual,
    modes: unusual.sort(([a], [b]) => (a < b ? -1 : 1)),
    absent: [...absent].sort(),
  };
}

/** The facts in a text, or null where it holds none that can be relied on. */
export function parseFacts(text: string): Facts | null {
  try {
    return Facts.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The mode of a file that is not among those that differ. */
export function usualMode(usual: Facts["usual"], executable: boolean): number {
  return executable ? usual.executable : usual.plain;
}

function mostOf(modes: readonly (readonly [string, number])[], executable: boolean): number {
  const counts = new Map<number, number>();
  for (const [, mode] of modes) {
    if (isExecutable(mode) === executable) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  return sorted[0]?.[0] ?? (executable ? 0o755 : 0o644);
}

/** git keeps the owner's bit alone. */
function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

/** The dotted number in what a tool says of its version, or null: `tmux master` has none. */
export function parseVersion(said: string): string | null {
  return /\d+(?:\.\d+)+[a-z]?/.exec(said)?.[0] ?? null;
}

/** True where a version is the needed one or newer; letters behind a number do not count. */
export function atLeast(version: string, needed: string): boolean {
  const have = numbers(version);
  for (const [i, want] of numbers(needed).entries()) {
    const got = have[i] ?? 0;
    if (got !== want) return got > want;
  }
  return true;
}

function numbers(version: string): number[] {
  return version.split(".").map((part) => Number.parseInt(part, 10) || 0);
}

import { textOf, type Git } from "./git.ts";

/** Numbers of a version, most significant first. */
export type Version = readonly [major: number, minor: number];

/** The version in `git version`'s answer (vendors append words of their own), or null. */
export function parseVersion(text: string): string | null {
  return /^git version (\d+(?:\.\d+)+)/.exec(text)?.[1] ?? null;
}

/** True where a version is the wanted one or later. */
export function isAtLeast(version: string | null, wanted: Version): boolean {
  const [major = 0, minor = 0] = (version ?? "0.0").split(".").map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}

/** Asks git for its version; null where it does not answer. */
export async function readVersion(git: Git): Promise<string | null> {
  const text = textOf(await git.read(["version"], { cwd: "/", timeoutMs: 10_000 }));
  return text === null ? null : parseVersion(text);
}

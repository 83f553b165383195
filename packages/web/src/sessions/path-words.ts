import { plainText } from "./plain-text.ts";

/** A path as people write it: the home directory is `~`. Whose home it is only the daemon knows. */
export function tildePath(path: string, home: string | null): string {
  const at = home === null || home === "/" ? "" : home;
  const below = at !== "" && (path === at || path.startsWith(`${at}/`));
  return plainText(below ? `~${path.slice(at.length)}` : path, 1000);
}

/** A path in about so many characters: its middle goes first, its end is what tells it apart. */
export function shortPath(path: string, longest: number, home: string | null): string {
  const words = tildePath(path, home);
  if (words.length <= longest) return words;
  const parts = words.split("/");
  const head = parts[0] === "" ? `/${parts[1] ?? ""}` : (parts[0] ?? "");
  for (let kept = Math.min(parts.length - 2, 4); kept >= 1; kept--) {
    const tail = parts.slice(-kept).join("/");
    if (head.length + tail.length + 3 <= longest) return `${head}/…/${tail}`;
  }
  return `…${words.slice(1 - longest)}`;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return plainText(path.replace(/\/+$/, "").split("/").at(-1) ?? path, 100) || "/";
}

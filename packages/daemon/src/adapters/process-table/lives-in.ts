import { statSync } from "node:fs";

const GONE = " (deleted)";

/** True where one absolute path is the other or lies inside it, by whole components. */
export function isWithin(path: string, directory: string): boolean {
  if (!path.startsWith(directory)) return false;
  return (
    directory.endsWith("/") || path.length === directory.length || path[directory.length] === "/"
  );
}

/**
 * True where a link of `/proc` leads to a directory that was removed. Linux says so by an ending
 * that a directory may also bear as its name, so then the two are compared.
 */
export function leadsToRemoved(link: string, target: string): boolean {
  if (!target.endsWith(GONE)) return false;
  try {
    const named = statSync(target);
    const actual = statSync(link);
    return actual.dev !== named.dev || actual.ino !== named.ino;
  } catch {
    // Nothing bears that name, or the process ended meanwhile and lives nowhere.
    return true;
  }
}

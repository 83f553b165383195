import { printable } from "./printable.ts";

/** A word that a person can paste into a shell. */
export function shellWord(word: string): string {
  const safe = printable(word);
  return /^[\w./@%+=:,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

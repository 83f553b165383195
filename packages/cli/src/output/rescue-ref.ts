const PREFIX = "refs/maestro/rescue/";

/** A saved state's ref as a person reads and types it. */
export function shortRef(ref: string): string {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref;
}

/** The whole ref behind what a person typed. */
export function fullRef(word: string): string {
  return word.startsWith("refs/") ? word : `${PREFIX}${word}`;
}

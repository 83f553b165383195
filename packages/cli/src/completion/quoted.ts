/** A word in single quotes, for zsh and fish alike; ours hold no backslash. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}

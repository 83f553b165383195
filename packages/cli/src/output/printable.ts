// Names, branches and details come from programs: an escape sequence in one must not reach the
// terminal, and a direction override must not make one name look like another.
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** A text that is safe to print on one line. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (control) => (control === "\n" || control === "\t" ? " " : "�"));
}

/** The same for a text of several lines. */
export function inLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

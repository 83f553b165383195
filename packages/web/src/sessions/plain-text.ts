// Controls move the cursor of whoever copies them; bidirectional ones make a text read as another.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;

// These stand in no one's way and are not seen: a text with them is another than it seems.
const UNSEEN = /[\u200b\u2028\u2029\u2060]/g;

/** A text from a program or a file name, fit to stand in one line among others. */
export function plainText(text: string, longest = 500): string {
  // Cut first: a text may be of any length, and no more of it than this is ever shown.
  const start = text
    .slice(0, longest * 4)
    .replace(INVISIBLE, " ")
    .replace(/\s+/g, " ")
    .trim();
  const letters = Array.from(start);
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : start;
}

/**
 * A text of several lines, whole: what cannot be seen shows that it is there, and empty lines, which
 * would push the others out of sight, are gone.
 */
export function plainLines(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) =>
      line.replaceAll("\t", "  ").replace(INVISIBLE, "\ufffd").replace(UNSEEN, "\ufffd"),
    )
    .join("\n");
}

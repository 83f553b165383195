const BEGIN = "# >>> maestro hooks: `maestro hooks uninstall` takes them out >>>";
const END = "# <<< maestro hooks <<<";

/** The lines between our marks, or null where there are none. */
export function blockIn(text: string): string | null {
  const place = find(text);
  return place === null
    ? null
    : text.slice(place.start + BEGIN.length + 1, place.end - END.length - 1);
}

/** The text with these lines between our marks, at its end or where they were before. */
export function withBlock(text: string, lines: string): string {
  const block = `${BEGIN}\n${lines}\n${END}`;
  const place = find(text);
  if (place !== null) return text.slice(0, place.start) + block + text.slice(place.end);
  if (text === "") return `${block}\n`;
  // A text without a line end at its end gets none, so that all can be taken back.
  return text.endsWith("\n") ? `${text}\n${block}\n` : `${text}\n\n${block}`;
}

/** The text as it was before. */
export function withoutBlock(text: string): string {
  const place = find(text);
  if (place === null) return text;
  const before = text.slice(0, place.start);
  const after = text.slice(place.end);
  return after === "" ? before.replace(/\n{1,2}$/, "") : before.replace(/\n$/, "") + after.slice(1);
}

function find(text: string): { readonly start: number; readonly end: number } | null {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  return start === -1 || end === -1 ? null : { start, end: end + END.length };
}

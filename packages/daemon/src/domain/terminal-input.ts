const PASTE_BEGIN = "\u001B[200~";
const PASTE_END = "\u001B[201~";

/**
 * Text as a terminal would type it on a paste: line ends become Enter's carriage return, and where
 * the program asked for marks around a paste it gets them. An end mark inside the text goes, in
 * whatever way it would come together, since what follows it would count as typed.
 */
export function pasteText(text: string, bracketed: boolean): string {
  const typed = text.replaceAll(/\r\n?|\n/g, "\r");
  if (!bracketed) return typed;
  let inner = typed;
  while (inner.includes(PASTE_END)) inner = inner.replaceAll(PASTE_END, "");
  return PASTE_BEGIN + inner + PASTE_END;
}

/** Text as it is typed before an Enter: line ends at its end would submit a second time. */
export function withoutTrailingLineEnds(text: string): string {
  return text.replace(/[\r\n]+$/, "");
}

/** True where typing the text line by line would submit each line. */
export function isMultiLine(text: string): boolean {
  return /[\r\n]/.test(text);
}

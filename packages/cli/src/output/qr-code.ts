import { renderUnicodeCompact } from "uqr";

/** Light cells are drawn in white on black, whatever the terminal's own colours are. */
const WHITE_ON_BLACK = "\u001B[38;5;231;48;5;16m";
const PLAIN = "\u001B[0m";

/**
 * A text as a QR code in half blocks: a line of text is two rows of cells. Without colour it is
 * right where the terminal writes light on dark; cameras of today read the opposite as well.
 */
export function qrCode(text: string, colour: boolean): readonly string[] {
  const lines = renderUnicodeCompact(text, { border: 2 }).split("\n");
  return colour ? lines.map((line) => `${WHITE_ON_BLACK}${line}${PLAIN}`) : lines;
}

import {
  ATTRIBUTE,
  extendedOf,
  linkIdOf,
  underlineColourOf,
  underlineStyleOf,
} from "./xterm-internals.ts";
import type { Extended, Line } from "./xterm-internals.ts";

/**
 * Attributes as they show, apart from links. `fg` and `bg` hold colours and flags but neither the
 * underline flag nor the flag that says that there are extended attributes.
 */
export interface Look {
  readonly fg: number;
  readonly bg: number;
  readonly underline: number;
  /** In the layout of a foreground colour; 0 where the text's own colour is used. */
  readonly underlineColour: number;
}

/** Nothing set. */
export const PLAIN: Look = { fg: 0, bg: 0, underline: 0, underlineColour: 0 };

/** How attributes look; extended ones count only where `bg` says so. */
export function lookOf(fg: number, bg: number, extended: Extended | null): Look {
  const underlined = (fg & ATTRIBUTE.underline) !== 0;
  const underline = underlined ? (extended === null ? 1 : underlineStyleOf(extended)) : 0;
  const coloured = extended !== null && (underline !== 0 || linkIdOf(extended) !== 0);
  return {
    fg: withoutStaleBits(fg) & ~ATTRIBUTE.underline,
    bg: withoutStaleBits(bg) & ~ATTRIBUTE.extended,
    underline,
    underlineColour: coloured ? withoutStaleBits(underlineColourOf(extended)) : 0,
  };
}

/** The extended attributes that a cell makes use of. */
export function extendedInUse(line: Line, column: number, bg: number): Extended | null {
  return (bg & ATTRIBUTE.extended) === 0 ? null : extendedOf(line, column);
}

/** A word without what a palette colour leaves in it of the RGB colour that it replaced. */
export function withoutStaleBits(word: number): number {
  const mode = word & ATTRIBUTE.mode;
  return mode === ATTRIBUTE.palette16 || mode === ATTRIBUTE.palette256 ? word & ~0xffff00 : word;
}

/** The sequence that takes the pen from any state to this look, and leaves links alone. */
export function sgr(look: Look): string {
  const codes = [...flagCodes(look), ...colourCodes(look)];
  if (look.underline !== 0) codes.push(look.underline === 1 ? "4" : `4:${look.underline}`);
  if (look.underlineColour !== 0) codes.push(extendedColour(58, look.underlineColour, ":"));
  const select = codes.length === 0 ? "\x1b[m" : `\x1b[0;${codes.join(";")}m`;
  // xterm.js takes "protected" off with SGR 0, other terminals do not: the painter ends it.
  return look.bg & ATTRIBUTE.protected ? `${select}\x1b[1"q` : select;
}

/** The same without touching underlines, from any state of the pen. */
export function sgrBesideUnderline(look: Look): string {
  const codes = [22, 23, 25, 27, 28, 29, 55, 39, 49, ...flagCodes(look), ...colourCodes(look)];
  return `\x1b[${codes.join(";")}m\x1b[${look.bg & ATTRIBUTE.protected ? 1 : 2}"q`;
}

function flagCodes({ fg, bg }: Look): string[] {
  const codes: string[] = [];
  if (fg & ATTRIBUTE.bold) codes.push("1");
  if (bg & ATTRIBUTE.dim) codes.push("2");
  if (bg & ATTRIBUTE.italic) codes.push("3");
  if (fg & ATTRIBUTE.blink) codes.push("5");
  if (fg & ATTRIBUTE.inverse) codes.push("7");
  if (fg & ATTRIBUTE.invisible) codes.push("8");
  if (fg & ATTRIBUTE.strike) codes.push("9");
  if (bg & ATTRIBUTE.overline) codes.push("53");
  return codes;
}

function colourCodes({ fg, bg }: Look): string[] {
  const codes: string[] = [];
  if (fg & ATTRIBUTE.mode) codes.push(textColour(fg, 30));
  if (bg & ATTRIBUTE.mode) codes.push(textColour(bg, 40));
  return codes;
}

/** `base` is 30 for the foreground and 40 for the background. */
function textColour(word: number, base: 30 | 40): string {
  if ((word & ATTRIBUTE.mode) !== ATTRIBUTE.palette16) return extendedColour(base + 8, word, ";");
  const index = word & 0xff;
  return String(index < 8 ? base + index : base + 52 + index);
}

function extendedColour(code: number, word: number, separator: ";" | ":"): string {
  if ((word & ATTRIBUTE.mode) !== ATTRIBUTE.rgb) return [code, 5, word & 0xff].join(separator);
  const rgb = [(word >> 16) & 0xff, (word >> 8) & 0xff, word & 0xff];
  // With colons the place of the colour space has to be there, empty.
  return [code, 2, ...(separator === ":" ? [""] : []), ...rgb].join(separator);
}

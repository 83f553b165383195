import { designate, shiftTo } from "./charsets.ts";
import type { Emulator } from "./emulator.ts";
import { cursorStyle, pasteAndFocus, writingModes } from "./mode-bytes.ts";
import { lookOf, sgr } from "./sgr.ts";
import { charsetsOf, linkIdOf, penOf } from "./xterm-internals.ts";

/**
 * The bytes that bring back what tmux keeps no account of, to be fed after its own: bracketed paste,
 * focus reports, cursor shape, colours, charsets and the pen. The modes that tmux does tell of and
 * that do no harm when set twice are among them.
 */
export function lastingModes({ core, palette, links }: Emulator): string {
  const { designated, level } = charsetsOf(core);
  const { fg, bg, extended } = penOf(core);
  const designations = [0, 1, 2, 3]
    .filter((index) => designated[index] !== undefined)
    .map((index) => designate(index, designated[index]));
  const pen = sgr(lookOf(fg, bg, extended));
  const link = links.get(linkIdOf(extended));
  return [
    palette.sequences(),
    pasteAndFocus(core.coreService.decPrivateModes),
    cursorStyle(core),
    writingModes(core),
    ...designations,
    level === 0 ? "" : shiftTo(level),
    pen === "\x1b[m" ? "" : pen,
    link === undefined
      ? ""
      : `\x1b]8;${link.id === undefined ? "" : `id=${link.id}`};${link.uri}\x1b\\`,
  ].join("");
}

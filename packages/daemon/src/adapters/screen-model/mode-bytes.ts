import type { Core, PrivateModes } from "./xterm-internals.ts";

const CURSOR_STYLES = { block: 1, underline: 3, bar: 5 } as const;

const MOUSE_PROTOCOLS: Readonly<Record<string, number>> = {
  X10: 9,
  VT200: 1000,
  DRAG: 1002,
  ANY: 1003,
};

const MOUSE_ENCODINGS: Readonly<Record<string, number>> = { SGR: 1006, SGR_PIXELS: 1016 };

/** The modes that change where or how text is written: to be set after everything is painted. */
export function writingModes(core: Core): string {
  const { modes, decPrivateModes: decModes } = core.coreService;
  return (
    (modes.insertMode ? "\x1b[4h" : "") +
    (core.optionsService.rawOptions.convertEol ? "\x1b[20h" : "") +
    (decModes.wraparound ? "" : "\x1b[?7l") +
    (decModes.reverseWraparound ? "\x1b[?45h" : "")
  );
}

/** The modes of keyboard, mouse and cursor. */
export function interactionModes(core: Core): string {
  const { decPrivateModes: modes, isCursorHidden } = core.coreService;
  const { activeProtocol, activeEncoding } = core.coreMouseService;
  const protocol = MOUSE_PROTOCOLS[activeProtocol];
  const encoding = MOUSE_ENCODINGS[activeEncoding];
  return (
    (modes.applicationCursorKeys ? "\x1b[?1h" : "") +
    (modes.applicationKeypad ? "\x1b=" : "") +
    (protocol === undefined ? "" : `\x1b[?${protocol}h`) +
    (encoding === undefined ? "" : `\x1b[?${encoding}h`) +
    pasteAndFocus(modes) +
    cursorStyle(core) +
    (isCursorHidden ? "\x1b[?25l" : "") +
    (modes.synchronizedOutput ? "\x1b[?2026h" : "")
  );
}

/** Bracketed paste and focus reports. */
export function pasteAndFocus(modes: PrivateModes): string {
  return (modes.bracketedPasteMode ? "\x1b[?2004h" : "") + (modes.sendFocus ? "\x1b[?1004h" : "");
}

/** The cursor's shape and blinking. */
export function cursorStyle(core: Core): string {
  const { cursorStyle: style, cursorBlink: blink } = core.coreService.decPrivateModes;
  // Two separate switches: DECSET 12, and the one that DECSCUSR sets together with the shape.
  const blinking = core.optionsService.rawOptions.cursorBlink ? "\x1b[?12h" : "";
  if (style === undefined && blink === undefined) return blinking;
  // An unknown shape changes the blinking alone.
  const base = style === undefined ? 7 : CURSOR_STYLES[style];
  return `${blinking}\x1b[${base + (blink === true ? 0 : 1)} q`;
}

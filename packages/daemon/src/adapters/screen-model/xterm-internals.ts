import type { Terminal } from "@xterm/headless";

// xterm.js tells by its API neither attributes as they are stored nor saved cursors, charsets, tab
// stops and half of the modes. This file is the only one that reaches behind the API; it fits
// @xterm/headless 6.0.0, which is pinned.

/** The bits of a cell's three words, as xterm.js lays them out. */
export const CELL = {
  words: 3,
  codePoint: 0x1fffff,
  combined: 0x200000,
  content: 0x3fffff,
  widthShift: 22,
} as const;

/** The bits of the `fg` and `bg` words of a cell or pen. */
export const ATTRIBUTE = {
  colour: 0x3ffffff,
  mode: 0x3000000,
  palette16: 0x1000000,
  palette256: 0x2000000,
  rgb: 0x3000000,
  inverse: 0x4000000,
  bold: 0x8000000,
  underline: 0x10000000,
  blink: 0x20000000,
  invisible: 0x40000000,
  strike: 0x80000000,
  italic: 0x4000000,
  dim: 0x8000000,
  extended: 0x10000000,
  protected: 0x20000000,
  overline: 0x40000000,
} as const;

/** Underline style, underline colour and link, where a cell or pen has them. */
export interface Extended {
  /** Holds the style in bits 26–28 and the colour below; what a link covers up is still in it. */
  readonly _ext: number;
  readonly _urlId: number;
}

/** The underline style kept in extended attributes: 0 none, 1 single … 5 dashed. */
export function underlineStyleOf(extended: Extended): number {
  return (extended._ext >> 26) & 7;
}

/** The underline colour kept in extended attributes, in the layout of a foreground colour. */
export function underlineColourOf(extended: Extended): number {
  return extended._ext & ATTRIBUTE.colour;
}

/** The number of the link kept in extended attributes, 0 for none. */
export function linkIdOf(extended: Extended): number {
  return extended._urlId;
}

/** What the pen or a cell writes with. */
export interface Attributes {
  readonly fg: number;
  readonly bg: number;
  readonly extended: Extended;
}

/** A table from ASCII to what is shown; undefined is plain ASCII. Compared by identity. */
export type Charset = Readonly<Record<string, string>> | undefined;

/** One line of a buffer. */
export interface Line {
  /** Three words a cell: content, foreground, background. */
  _data: Uint32Array;
  /** The text of cells of more than one code point; may hold leftovers of cells since rewritten. */
  _combined: Record<number, string>;
  _extendedAttrs: Record<number, Extended | undefined>;
  readonly length: number;
  isWrapped: boolean;
  resize(cols: number, fill: unknown): boolean;
  translateToString(trimRight: boolean, start: number, end: number): string;
}

/** The cells of a line. */
export function wordsOf(line: Line): Uint32Array {
  return line._data;
}

/** The text of a cell of more than one code point. */
export function combinedTextOf(line: Line, column: number): string {
  return line._combined[column] ?? "";
}

/** The extended attributes of a cell whose `extended` bit is set. */
export function extendedOf(line: Line, column: number): Extended {
  return line._extendedAttrs[column] ?? { _ext: 0, _urlId: 0 };
}

/** Drops leftovers: xterm.js keeps the text of cells that were rewritten, and reflow revives it. */
export function dropLeftovers(line: Line): void {
  const words = line._data;
  for (const key in line._combined) {
    const word = words[Number(key) * CELL.words] ?? 0;
    if ((word & CELL.combined) === 0) delete line._combined[key];
  }
  for (const key in line._extendedAttrs) {
    const word = words[Number(key) * CELL.words + 2] ?? 0;
    if ((word & ATTRIBUTE.extended) === 0) delete line._extendedAttrs[key];
  }
}

/** Blanks the last cell where it is the first half of a wide character that was cut in two. */
export function dropHalfAtEnd(line: Line): void {
  const last = (line.length - 1) * CELL.words;
  if ((line._data[last] ?? 0) >> CELL.widthShift === 2)
    line._data.set([1 << CELL.widthShift, 0, 0], last);
}

/** One of the two screens, with what it alone remembers. */
export interface ScreenBuffer {
  readonly lines: {
    get(index: number): Line | undefined;
    readonly length: number;
    maxLength: number;
  };
  /** The column of the cursor; equal to the width where a wrap is pending. */
  x: number;
  y: number;
  /** The first line of the screen: how many lines of scrollback there are. */
  readonly ybase: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly tabs: Record<number, boolean | undefined>;
  savedX: number;
  /** Counted from the first line of the scrollback, not of the screen. */
  savedY: number;
  readonly savedCurAttrData: { readonly fg: number; readonly bg: number };
  readonly savedCharset: Charset;
  getNullCell(): unknown;
}

/** A colour that a program set, asked for or gave back. */
export interface ColourEvent {
  readonly type: 0 | 1 | 2;
  readonly index?: number;
  readonly color?: readonly [number, number, number];
}

/** The modes of DECSET that xterm.js keeps. */
export interface PrivateModes {
  readonly applicationCursorKeys: boolean;
  readonly applicationKeypad: boolean;
  readonly bracketedPasteMode: boolean;
  readonly cursorBlink: boolean | undefined;
  readonly cursorStyle: "block" | "underline" | "bar" | undefined;
  readonly origin: boolean;
  readonly reverseWraparound: boolean;
  readonly sendFocus: boolean;
  readonly synchronizedOutput: boolean;
  readonly wraparound: boolean;
}

interface Parameters {
  readonly params: readonly number[];
}

interface Parser {
  readonly currentState: number;
  precedingJoinState: number;
}

/** What lies behind a terminal's API. */
export interface Core {
  readonly cols: number;
  readonly rows: number;
  readonly buffers: {
    readonly normal: ScreenBuffer;
    readonly alt: ScreenBuffer;
    readonly active: ScreenBuffer;
  };
  readonly coreService: {
    readonly isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    readonly decPrivateModes: PrivateModes;
  };
  readonly coreMouseService: { readonly activeProtocol: string; readonly activeEncoding: string };
  readonly unicodeService: { charProperties(codePoint: number, preceding: number): number };
  readonly optionsService: {
    readonly rawOptions: { readonly convertEol: boolean; readonly cursorBlink: boolean };
  };
  readonly _charsetService: {
    readonly charset: Charset;
    readonly glevel: number;
    readonly _charsets: readonly Charset[];
  };
  readonly _oscLinkService: {
    getLinkData(id: number): Link | undefined;
    registerLink(link: Link): number;
  };
  readonly _inputHandler: {
    parse(bytes: Uint8Array): void | Promise<boolean>;
    readonly _curAttrData: Attributes;
    readonly _windowTitle: string;
    readonly _iconName: string;
    readonly _parser: Parser;
    onColor(listener: (events: readonly ColourEvent[]) => void): void;
    eraseInDisplay(params: Parameters, selective: boolean): boolean;
    eraseInLine(params: Parameters, selective: boolean): boolean;
  };
  resize(cols: number, rows: number): void;
}

/** Where an OSC 8 link leads, and the id that joins its parts. */
export interface Link {
  readonly uri: string;
  readonly id?: string | undefined;
}

/** The terminal behind its API. */
export function coreOf(terminal: Terminal): Core {
  return (terminal as unknown as { readonly _core: Core })._core;
}

/**
 * Parses bytes at once. The API's `write` defers every call by a timer, which costs a millisecond a
 * call and makes order a matter of callbacks; it exists for asynchronous handlers, and we add none.
 */
export function parseNow(core: Core, bytes: Uint8Array): void {
  void core._inputHandler.parse(bytes);
}

/** Whether the parser stands between two sequences. */
export function isBetweenSequences(core: Core): boolean {
  return core._inputHandler._parser.currentState === 0;
}

/** What the next character may join with; 0 where the last thing parsed was no character. */
export function joinStateOf(core: Core): number {
  return core._inputHandler._parser.precedingJoinState;
}

/** Lets the next character join nothing. */
export function forgetJoinState(core: Core): void {
  core._inputHandler._parser.precedingJoinState = 0;
}

/** The pen. */
export function penOf(core: Core): Attributes {
  return core._inputHandler._curAttrData;
}

/** The four designated charsets, which of them is in use, and the table in force. */
export function charsetsOf(core: Core): {
  readonly designated: readonly Charset[];
  readonly level: number;
  readonly current: Charset;
} {
  const service = core._charsetService;
  return { designated: service._charsets, level: service.glevel, current: service.charset };
}

/** A link by its number, unless xterm.js has forgotten it. */
export function linkOf(core: Core, id: number): Link | undefined {
  return core._oscLinkService.getLinkData(id);
}

/** Calls back with each link that is opened, and its number. */
export function onLink(core: Core, listener: (id: number, link: Link) => void): void {
  const service = core._oscLinkService;
  const register = service.registerLink.bind(service);
  service.registerLink = (link) => {
    const id = register(link);
    listener(id, link);
    return id;
  };
}

/** The window's title and the icon's name. */
export function titlesOf(core: Core): { readonly title: string; readonly icon: string } {
  return { title: core._inputHandler._windowTitle, icon: core._inputHandler._iconName };
}

/** Calls back when a program sets or resets a colour. */
export function onColour(core: Core, listener: (events: readonly ColourEvent[]) => void): void {
  core._inputHandler.onColor(listener);
}

/**
 * Erases the screen up to the cursor where the cursor is in the last column of the last row, as
 * `CSI 1 J` is to do: there xterm.js reaches for a line below the screen and throws.
 */
export function eraseWholeScreenUpTo(core: Core, selective: boolean): void {
  const buffer = core.buffers.active;
  const { x } = buffer;
  const upTo = { params: [1] };
  buffer.x = core.cols - 2;
  core._inputHandler.eraseInDisplay(upTo, selective);
  buffer.x = core.cols - 1;
  core._inputHandler.eraseInLine(upTo, selective);
  buffer.x = x;
}

import type { Terminal } from "@xterm/headless";
import { letterOf } from "../charsets.ts";
import { extendedInUse, lookOf, withoutStaleBits } from "../sgr.ts";
import {
  CELL,
  charsetsOf,
  combinedTextOf,
  coreOf,
  isBetweenSequences,
  linkIdOf,
  linkOf,
  penOf,
  titlesOf,
  underlineColourOf,
  underlineStyleOf,
  wordsOf,
} from "../xterm-internals.ts";
import type { Core, Extended, Line, ScreenBuffer } from "../xterm-internals.ts";

/** What two terminals differ in, one sentence each; empty where they are the same. */
export function compareTerminals(a: Terminal, b: Terminal): string[] {
  const [first, second] = [describe(coreOf(a)), describe(coreOf(b))];
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names]
    .filter((name) => !isSame(first.get(name), second.get(name)))
    .map((name) => `${name}: ${first.get(name) ?? "–"} ≠ ${second.get(name) ?? "–"}`);
}

/** Text is still a link where xterm.js has forgotten where to. */
const FORGOTTEN = "forgotten";

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && (a === FORGOTTEN || b === FORGOTTEN));
}

type Facts = Map<string, string>;

function describe(core: Core): Facts {
  const facts: Facts = new Map();
  const { active, alt, normal } = core.buffers;
  facts.set("size", `${core.cols}×${core.rows}`);
  facts.set("screen", active === alt ? "alternate" : "normal");
  facts.set("cursor", `${active.x},${active.y}`);
  describeBuffer(facts, core, normal);
  describeBuffer(facts, core, alt);
  describePen(facts, core);
  describeModes(facts, core);
  return facts;
}

function describeBuffer(facts: Facts, core: Core, buffer: ScreenBuffer): void {
  const name = buffer === core.buffers.alt ? "alternate" : "normal";
  const set = (fact: string, value: unknown) => facts.set(`${name} ${fact}`, String(value));
  set("scrollback", buffer.ybase);
  // Out of use, the normal screen still has its cursor: how it is laid out anew depends on the row.
  if (buffer === core.buffers.normal) set("cursor's row", buffer.y);
  set("region", `${buffer.scrollTop}–${buffer.scrollBottom}`);
  const stops = Array.from({ length: core.cols }, (_, column) => (buffer.tabs[column] ? 1 : 0));
  set("tab stops", stops.join(""));
  const { fg, bg } = buffer.savedCurAttrData;
  const row = Math.min(Math.max(buffer.savedY - buffer.ybase, 0), core.rows - 1);
  set("saved cursor", `${Math.min(buffer.savedX, core.cols - 1)},${row}`);
  set("saved pen", `${lookText(fg, bg, null)} ${fg & 0x10000000} ${bg & 0x10000000}`);
  set("saved charset", letterOf(buffer.savedCharset));
  for (let index = 0; index < buffer.lines.length; index++) {
    const line = buffer.lines.get(index);
    if (line === undefined) continue;
    set(`line ${index} continues`, line.isWrapped);
    for (let column = 0; column < core.cols; column++) {
      const cell = cellText(line, column);
      if (cell !== BLANK) set(`line ${index} cell ${column}`, cell);
      const link = linkText(core, cellExtended(line, column));
      if (link !== null) set(`line ${index} link ${column}`, link);
    }
  }
}

function cellText(line: Line, column: number): string {
  const words = wordsOf(line);
  const at = column * CELL.words;
  const content = words[at] ?? 0;
  const combined = (content & CELL.combined) !== 0;
  const code = content & CELL.codePoint;
  const text = combined ? combinedTextOf(line, column) : code ? String.fromCodePoint(code) : "";
  const look = lookText(words[at + 1] ?? 0, words[at + 2] ?? 0, cellExtended(line, column));
  return `${JSON.stringify(text)} ${content >> CELL.widthShift} ${look}`;
}

function cellExtended(line: Line, column: number): Extended | null {
  return extendedInUse(line, column, wordsOf(line)[column * CELL.words + 2] ?? 0);
}

const hex = (word: number) => (word >>> 0).toString(16);

function lookText(fg: number, bg: number, extended: Extended | null): string {
  const look = lookOf(fg, bg, extended);
  return `${hex(look.fg)}/${hex(look.bg)}/${look.underline}/${hex(look.underlineColour)}`;
}

function linkText(core: Core, extended: Extended | null): string | null {
  if (extended === null || linkIdOf(extended) === 0) return null;
  const link = linkOf(core, linkIdOf(extended));
  return link === undefined ? FORGOTTEN : `${link.id ?? ""}→${link.uri}`;
}

const BLANK = `"" 1 ${lookText(0, 0, null)}`;

function describePen(facts: Facts, core: Core): void {
  const { fg, bg, extended } = penOf(core);
  facts.set("pen", `${lookText(fg, bg, null)} ${fg & 0x10000000} ${bg & 0x10000000}`);
  const underlineColour = withoutStaleBits(underlineColourOf(extended)).toString(16);
  facts.set("pen's underline", `${underlineStyleOf(extended)} ${underlineColour}`);
  facts.set("pen's link", linkText(core, extended) ?? "none");
  const { designated, level, current } = charsetsOf(core);
  const letters = [0, 1, 2, 3].map((index) => letterOf(designated[index]));
  facts.set("charsets", `${letters.join("")} ${level} ${letterOf(current)}`);
}

function describeModes(facts: Facts, core: Core): void {
  const { coreService, coreMouseService, optionsService } = core;
  for (const [name, value] of Object.entries(coreService.decPrivateModes))
    facts.set(`mode ${name}`, String(value));
  facts.set("mode insert", String(coreService.modes.insertMode));
  facts.set("mode newLine", String(optionsService.rawOptions.convertEol));
  facts.set("mode blink", String(optionsService.rawOptions.cursorBlink));
  facts.set("cursor hidden", String(coreService.isCursorHidden));
  facts.set("mouse", `${coreMouseService.activeProtocol} ${coreMouseService.activeEncoding}`);
  const { title, icon } = titlesOf(core);
  facts.set("titles", JSON.stringify([title, icon]));
  facts.set("between sequences", String(isBetweenSequences(core)));
}

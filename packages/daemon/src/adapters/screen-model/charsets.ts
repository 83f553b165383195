import headless from "@xterm/headless";
import { charsetsOf, coreOf, parseNow } from "./xterm-internals.ts";
import type { Charset } from "./xterm-internals.ts";

/** The letters by which xterm.js 6.0.0 knows charsets; several may stand for one table. */
const LETTERS = ["0", "A", "4", "C", "5", "R", "Q", "K", "Y", "E", "6", "Z", "H", "7", "="];

const DESIGNATORS = ["(", ")", "*", "+"];

let letters: ReadonlyMap<Charset, string> | null = null;

/** The letter that designates a charset: "B" for plain ASCII. */
export function letterOf(charset: Charset): string {
  letters ??= askForLetters();
  return letters.get(charset) ?? "B";
}

/** The sequence that designates a charset as G0, G1, G2 or G3. */
export function designate(level: number, charset: Charset): string {
  return `\x1b${DESIGNATORS[level] ?? "("}${letterOf(charset)}`;
}

/** The sequence that puts G0, G1, G2 or G3 into force. */
export function shiftTo(level: number): string {
  return ["\x0f", "\x0e", "\x1bn", "\x1bo"][level] ?? "\x0f";
}

/** The tables are not exported: a terminal is asked to designate each, and then has it. */
function askForLetters(): ReadonlyMap<Charset, string> {
  const terminal = new headless.Terminal({ cols: 2, rows: 1, logLevel: "off" });
  const core = coreOf(terminal);
  const found = new Map<Charset, string>([[undefined, "B"]]);
  for (const letter of LETTERS) {
    parseNow(core, new TextEncoder().encode(`\x1b(${letter}`));
    const charset = charsetsOf(core).designated[0];
    if (!found.has(charset)) found.set(charset, letter);
  }
  terminal.dispose();
  return found;
}

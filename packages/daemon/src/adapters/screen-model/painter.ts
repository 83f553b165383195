import { ByteSink } from "./byte-sink.ts";
import { PLAIN, sgr } from "./sgr.ts";
import type { Look } from "./sgr.ts";
import type { LinkMemory } from "./link-memory.ts";
import { ATTRIBUTE } from "./xterm-internals.ts";
import type { Core } from "./xterm-internals.ts";

/**
 * Writes what a terminal is to do, and knows what the bytes so far have left there: the pen, the
 * open link, the column of the cursor, and what the next character could join with.
 */
export class Painter {
  readonly sink: ByteSink;
  readonly core: Core;
  /** The cursor's column; equal to the width where a wrap is pending, null where not known. */
  column: number | null = 0;
  #look: Look = PLAIN;
  #link = 0;
  #joinState = 0;
  readonly #sgrByUnderline: Map<number, Map<number, string>>[] = [];

  readonly #links: LinkMemory;

  constructor(core: Core, links: LinkMemory, capacity: number) {
    this.core = core;
    this.#links = links;
    this.sink = new ByteSink(capacity);
  }

  /** A sequence that moves no cursor. */
  sequence(text: string): void {
    this.sink.ascii(text);
    this.#joinState = 0;
  }

  /** A sequence that leaves the cursor in this column. */
  move(text: string, column: number | null): void {
    this.sequence(text);
    this.column = column;
  }

  /** Text of a program's, inside of a sequence. */
  string(text: string): void {
    this.sink.text(text);
  }

  toColumn(column: number): void {
    if (this.column === column) return;
    if (column === 0) this.move("\r", 0);
    else this.move(`\x1b[${column + 1}G`, column);
  }

  toCell(x: number, y: number): void {
    this.move(`\x1b[${y + 1};${x + 1}H`, x);
  }

  /** Sets the pen. */
  pen(look: Look): void {
    const old = this.#look;
    if (
      old.fg === look.fg &&
      old.bg === look.bg &&
      old.underline === look.underline &&
      old.underlineColour === look.underlineColour
    )
      return;
    if (old.bg & ATTRIBUTE.protected && !(look.bg & ATTRIBUTE.protected)) this.sequence('\x1b[2"q');
    this.sequence(this.#sgrOf(look));
    this.#look = look;
  }

  /** The pen's background, that of erased cells and of lines that scroll in. */
  clearBackground(): void {
    if (this.#look.bg !== 0) this.pen(PLAIN);
  }

  /** Says that the pen was set by other means. */
  penIs(look: Look): void {
    this.#look = look;
  }

  /** Opens the link of this number, 0 for none; one that was forgotten is none. */
  link(id: number): void {
    if (id === this.#link) return;
    const link = id === 0 ? undefined : this.#links.get(id);
    if (link === undefined && this.#link === 0) return;
    this.sequence(`\x1b]8;`);
    if (link?.id !== undefined) this.string(`id=${link.id}`);
    this.string(`;${link?.uri ?? ""}`);
    this.sequence("\x1b\\");
    this.#link = link === undefined ? 0 : id;
  }

  /** One printable ASCII character; the commonest thing there is. */
  ascii(code: number): void {
    if (this.#joinState >> 3 !== 0) {
      this.characters(code);
      return;
    }
    this.sink.byte(code);
    this.#joinState = 2;
    if (this.column !== null) this.column++;
  }

  /** The character of one cell. */
  characters(code: number): void {
    let state = this.core.unicodeService.charProperties(code, this.#joinState);
    if (this.#joinState !== 0 && state & 1) {
      // It did not join with the character to its left, and must not now: an empty sequence.
      this.sequence("\x1b\\");
      state = this.core.unicodeService.charProperties(code, 0);
    }
    this.sink.codePoint(code);
    this.#printed(state);
  }

  /** The characters of one cell, of which the first is not to join what stands left of it. */
  cluster(text: string): void {
    let first = true;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      if (first) {
        this.characters(code);
        first = false;
        continue;
      }
      const before = widthOf(this.#joinState);
      this.sink.codePoint(code);
      const state = this.core.unicodeService.charProperties(code, this.#joinState);
      if (this.column !== null) this.column -= before;
      this.#printed(state);
    }
  }

  #printed(state: number): void {
    this.#joinState = state;
    if (this.column !== null) this.column += widthOf(state);
  }

  /** A screen full of colours has the same few looks again and again. */
  #sgrOf(look: Look): string {
    if (look.underlineColour !== 0) return sgr(look);
    const byForeground = (this.#sgrByUnderline[look.underline] ??= new Map());
    let byBackground = byForeground.get(look.fg);
    if (byBackground === undefined) byForeground.set(look.fg, (byBackground = new Map()));
    let text = byBackground.get(look.bg);
    if (text === undefined) byBackground.set(look.bg, (text = sgr(look)));
    return text;
  }
}

/** The width that a join state ends with. */
export function widthOf(joinState: number): number {
  return (joinState >> 1) & 3;
}

/**
 * The join state after printing these characters on their own, or null where they would not end up
 * in one cell.
 */
export function joinStateOfCluster(core: Core, text: string): number | null {
  let state = 0;
  let first = true;
  for (const character of text) {
    state = core.unicodeService.charProperties(character.codePointAt(0) ?? 0, state);
    if (!first && (state & 1) === 0) return null;
    first = false;
  }
  return state;
}

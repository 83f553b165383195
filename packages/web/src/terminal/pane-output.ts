import type { OutputTurns, WaitingPane } from "./output-turns.ts";
import { WholeCharacters } from "./whole-characters.ts";

/** The emulator as its output needs it. Writes are parsed later, in order. */
export interface Parser {
  write(data: Uint8Array | string, parsed?: () => void): void;
  reset(): void;
  resize(cols: number, rows: number): void;
}

/** Something for the emulator, in its place in the stream. */
interface Entry {
  readonly bytes: Uint8Array;
  /** A snapshot: it begins anew, and is not to be seen half painted. */
  readonly begin: (() => void) | null;
  readonly parsed: (() => void) | undefined;
}

/** xterm.js decodes 131,072 bytes at a time and would cut a character at the border. */
const MOST_AT_ONCE = 131_072 - 4;

const NOTHING = new Uint8Array(0);

/**
 * What one pane's session prints, on its way to the emulator: at once into the pane that has the
 * keys, by turns into the others, and never with a character cut in two.
 */
export class PaneOutput implements WaitingPane {
  readonly #parser: Parser;
  readonly #turns: OutputTurns;
  #entries: Entry[] = [];
  #characters = new WholeCharacters();
  #hasKeys = false;

  constructor(parser: Parser, turns: OutputTurns) {
    this.#parser = parser;
    this.#turns = turns;
  }

  /** Stream; what is not parsed yet may be parsed in parts. */
  write(bytes: Uint8Array, parsed: () => void): void {
    this.#add({ bytes, begin: null, parsed });
  }

  /** A snapshot, which `begin` makes room for; both in one go. */
  replace(snapshot: Uint8Array, begin: () => void, parsed: () => void): void {
    this.#add({ bytes: snapshot, begin, parsed });
  }

  /** Behind everything written so far, and before everything written from now on. */
  inOrder(act: () => void): void {
    this.#add({ bytes: NOTHING, begin: null, parsed: act });
  }

  reset(): void {
    this.#parser.reset();
  }

  resize(cols: number, rows: number): void {
    this.#parser.resize(cols, rows);
  }

  /** Whether somebody types here: then nothing waits. */
  keys(here: boolean): void {
    this.#hasKeys = here;
    if (here) this.#passAll();
  }

  get waits(): boolean {
    return this.#entries.length > 0;
  }

  writeSome(atMost: number): number {
    let left = atMost;
    let entry = this.#entries[0];
    while (entry !== undefined && (left > 0 || entry.bytes.length === 0)) {
      const { bytes } = entry;
      if (bytes.length > left && entry.begin === null) {
        this.#entries[0] = { ...entry, bytes: bytes.subarray(left) };
        this.#parse(bytes.subarray(0, left));
        return atMost;
      }
      this.#entries.shift();
      this.#pass(entry);
      left -= bytes.length;
      entry = this.#entries[0];
    }
    return atMost - left;
  }

  dispose(): void {
    this.#entries = [];
    this.#turns.forget(this);
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#hasKeys) this.#passAll();
    else this.#turns.ask(this);
  }

  #passAll(): void {
    for (const entry of this.#entries.splice(0)) this.#pass(entry);
    this.#turns.forget(this);
  }

  #pass({ bytes, begin, parsed }: Entry): void {
    if (begin !== null) {
      this.#characters = new WholeCharacters();
      this.#parser.write("", begin);
    }
    this.#parse(bytes, parsed);
  }

  #parse(bytes: Uint8Array, parsed?: () => void): void {
    let at = 0;
    do {
      const piece = this.#characters.take(bytes.subarray(at, at + MOST_AT_ONCE));
      at += MOST_AT_ONCE;
      this.#parser.write(piece, at >= bytes.length ? parsed : undefined);
    } while (at < bytes.length);
  }
}

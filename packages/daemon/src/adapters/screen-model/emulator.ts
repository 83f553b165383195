import "./buffer-pool-off.ts";
import graphemes from "@xterm/addon-unicode-graphemes";
import "./buffer-pool-on.ts";
import headless from "@xterm/headless";
import type { Terminal } from "@xterm/headless";
import type { Size } from "../../domain/session.ts";
import { LinkMemory } from "./link-memory.ts";
import { Palette } from "./palette.ts";
import { resizeExactly } from "./resize-exactly.ts";
import { UnfinishedInput } from "./unfinished-input.ts";
import {
  coreOf,
  eraseWholeScreenUpTo,
  isBetweenSequences,
  onColour,
  onLink,
  parseNow,
} from "./xterm-internals.ts";
import type { Core } from "./xterm-internals.ts";

/** xterm.js decodes at most so many bytes at a time, and would cut characters at the border. */
const MAX_PARSE_BYTES = 131_072;

/** A terminal that is fed with a stream and parses it at once; it answers no question of it. */
export class Emulator {
  readonly terminal: Terminal;
  readonly core: Core;
  readonly palette = new Palette();
  readonly links = new LinkMemory();
  readonly #unfinished = new UnfinishedInput();

  constructor(size: Size, scrollback: number) {
    // At any other level xterm.js writes what it cannot parse to standard output.
    const quiet = { allowProposedApi: true, logLevel: "off" } as const;
    this.terminal = new headless.Terminal({ ...size, ...quiet, scrollback });
    this.terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
    this.core = coreOf(this.terminal);
    onColour(this.core, (events) => this.palette.apply(events));
    this.#mendEraseInDisplay("");
    this.#mendEraseInDisplay("?");
    onLink(this.core, (id, link) => this.links.remember(id, link));
  }

  feed(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const piece = rest.subarray(0, MAX_PARSE_BYTES - 4);
      rest = rest.subarray(piece.length);
      const whole = this.#unfinished.wholeCharacters(piece);
      parseNow(this.core, whole);
      this.#unfinished.parsed(whole, isBetweenSequences(this.core));
    }
  }

  resize(size: Size): void {
    resizeExactly(this.core, size);
  }

  /** The bytes of a character or sequence that is not finished yet. */
  unfinishedInput(): Uint8Array {
    return this.#unfinished.bytes();
  }

  #mendEraseInDisplay(prefix: "" | "?"): void {
    const id = prefix === "" ? { final: "J" } : { prefix, final: "J" };
    this.terminal.parser.registerCsiHandler(id, (params) => {
      const { x, y, lines } = this.core.buffers.active;
      const throws = params[0] === 1 && x + 1 >= this.core.cols && lines.get(y + 1) === undefined;
      if (throws) eraseWholeScreenUpTo(this.core, prefix === "?");
      return throws;
    });
  }

  dispose(): void {
    this.terminal.dispose();
  }
}

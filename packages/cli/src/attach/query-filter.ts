import { ByteSink } from "./byte-sink.ts";
import { passesCsi, passesEscape, passesOsc } from "./sequence-policy.ts";

type State = "ground" | "escape" | "csi" | "osc" | "string";

const ESC = 0x1b;
const BEL = 0x07;
const REPLACEMENT = [0xef, 0xbf, 0xbd];
const LONGEST_CSI = 4096;
const LONGEST_OSC = 64 * 1024;

/**
 * Takes out of a terminal's byte stream what would make a second terminal answer or act outside its
 * screen. The stream may be cut anywhere: what is not decided yet is held back.
 */
export class QueryFilter {
  #state: State = "ground";
  /** The sequence so far, without its introducer. */
  #held: number[] = [];
  /** A first byte 0xC2: with the next one it may be a C1 control, an introducer in eight bits. */
  #pendingC2 = false;
  /** Continuation bytes that the present UTF-8 character still needs. */
  #continuations = 0;
  readonly #out = new ByteSink();

  /** The bytes that may be written now. */
  filter(chunk: Uint8Array): Uint8Array {
    let i = 0;
    while (i < chunk.length) {
      const plain = this.#plainRun(chunk, i);
      if (plain > i) {
        this.#out.copy(chunk, i, plain);
        i = plain;
      } else {
        this.#take(chunk[i++] ?? 0);
      }
    }
    return this.#out.take();
  }

  /** The end of the run of bytes from `from` on that mean nothing but themselves. */
  #plainRun(chunk: Uint8Array, from: number): number {
    if (this.#state !== "ground" || this.#continuations > 0 || this.#pendingC2) return from;
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (byte >= 0x7f || byte === ESC || byte === 0x05) break;
    }
    return i;
  }

  #take(byte: number): void {
    if (this.#pendingC2) {
      this.#pendingC2 = false;
      if (byte >= 0x80 && byte <= 0x9f) return this.#c1(byte);
      // Without its second byte it is no character, and must not join with what follows later.
      if (byte < 0x80 || byte > 0xbf) this.#broken();
      else this.#byte(0xc2);
    }
    if (byte === 0xc2) this.#pendingC2 = true;
    else this.#byte(byte);
  }

  /** A C1 control ends whatever was going on, and is handled as its two-byte form. */
  #c1(byte: number): void {
    const passed = this.#state === "ground" || byte === 0x9c;
    if (byte === 0x9c && this.#state === "osc") this.#endOsc([ESC, 0x5c]);
    this.#enter("escape");
    this.#continuations = 0;
    if (isIntroducer(byte - 0x40)) return this.#escape(byte - 0x40);
    this.#enter("ground");
    // NEL, IND and the like: terminals that know them as characters move the cursor.
    if (passed && byte !== 0x9a && byte !== 0x9c) this.#out.push(0xc2, byte);
  }

  #byte(byte: number): void {
    switch (this.#state) {
      case "ground":
        return this.#ground(byte);
      case "escape":
        return this.#escape(byte);
      case "csi":
        return this.#csi(byte);
      case "osc":
        return this.#osc(byte);
      case "string":
        if (byte === ESC) this.#enter("escape");
        else if (isAbort(byte)) this.#enter("ground");
    }
  }

  #broken(): void {
    if (this.#state === "osc" || this.#state === "string") return this.#byte(0xc2);
    this.#enter("ground");
    this.#continuations = 0;
    this.#out.push(...REPLACEMENT);
  }

  #ground(byte: number): void {
    if (byte === ESC) {
      this.#continuations = 0;
      return this.#enter("escape");
    }
    // ENQ makes a terminal send its answerback.
    if (byte === 0x05) return;
    if (byte >= 0x80 && byte <= 0xbf) {
      if (this.#continuations > 0) this.#continuations--;
      // An eight-bit control outside UTF-8 is a broken character to most terminals, a command to some.
      else if (byte <= 0x9f) return this.#out.push(...REPLACEMENT);
    } else this.#continuations = continuationsAfter(byte);
    this.#out.push(byte);
  }

  #escape(byte: number): void {
    if (this.#control(byte)) return;
    if (this.#held.length === 0 && isIntroducer(byte)) return this.#enter(introduced(byte));
    if (byte >= 0x80) return this.#restartWith(byte);
    if (this.#held.length < LONGEST_CSI) this.#held.push(byte);
    if (byte < 0x30) return;
    if (passesEscape(text(this.#held))) this.#out.push(ESC, ...this.#held);
    this.#enter("ground");
  }

  #csi(byte: number): void {
    if (this.#control(byte)) return;
    if (byte >= 0x80) return this.#restartWith(byte);
    this.#held.push(byte);
    if (byte < 0x40) {
      // Too long for any terminal: it is swallowed with its final byte.
      if (this.#held.length > LONGEST_CSI) this.#held.length = LONGEST_CSI;
      return;
    }
    if (this.#held.length < LONGEST_CSI && passesCsi(text(this.#held))) {
      this.#out.push(ESC, 0x5b, ...this.#held);
    }
    this.#enter("ground");
  }

  #osc(byte: number): void {
    if (byte === BEL) {
      this.#endOsc([BEL]);
      return this.#enter("ground");
    }
    if (byte === ESC) {
      this.#endOsc([ESC, 0x5c]);
      return this.#enter("escape");
    }
    if (isAbort(byte)) return this.#enter("ground");
    // One byte more than passes is kept, so that the end can tell.
    if (this.#held.length <= LONGEST_OSC) this.#held.push(byte);
  }

  #endOsc(end: readonly number[]): void {
    if (this.#held.length <= LONGEST_OSC && passesOsc(text(this.#held))) {
      this.#out.push(ESC, 0x5d);
      for (const byte of this.#held) this.#out.push(byte);
      this.#out.push(...end);
    }
  }

  /** C0 controls inside a sequence take effect at once, as in a terminal. True where it was one. */
  #control(byte: number): boolean {
    if (byte === ESC) this.#enter("escape");
    else if (isAbort(byte)) this.#enter("ground");
    else if (byte >= 0x20 && byte !== 0x7f) return false;
    else if (byte !== 0x05 && byte !== 0x7f) this.#out.push(byte);
    return true;
  }

  #restartWith(byte: number): void {
    this.#enter("ground");
    this.#ground(byte);
  }

  #enter(state: State): void {
    this.#state = state;
    this.#held = [];
  }
}

const INTRODUCERS: Readonly<Record<string, State>> = {
  "[": "csi",
  "]": "osc",
  P: "string", // DCS
  X: "string", // SOS
  "^": "string", // PM
  _: "string", // APC
  k: "string", // a title, to tmux and screen; elsewhere its text would show
};

function introduced(byte: number): State {
  return INTRODUCERS[String.fromCharCode(byte)] ?? "ground";
}

function isIntroducer(byte: number): boolean {
  return introduced(byte) !== "ground";
}

/** CAN and SUB end a sequence without effect. */
function isAbort(byte: number): boolean {
  return byte === 0x18 || byte === 0x1a;
}

function continuationsAfter(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 0;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}

function text(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString("latin1");
}

/** What a piece of the stream came to: bytes for everyone, and whether the command's output ended. */
export interface Scanned {
  readonly output: Buffer;
  readonly ended: boolean;
}

/**
 * Takes the wrapper's end mark out of the byte stream. Bytes that may be the mark's beginning are
 * held back until the next piece shows what they are; `flush` gives them up where none comes.
 */
export class EndMarkScanner {
  readonly #mark: Buffer;
  #held: Buffer = Buffer.alloc(0);

  constructor(nonce: string) {
    this.#mark = Buffer.from(`\u001B]7777;${nonce}\u0007`, "latin1");
  }

  /** True while bytes are held back. */
  get holds(): boolean {
    return this.#held.length > 0;
  }

  scan(piece: Buffer): Scanned {
    const bytes = this.holds ? Buffer.concat([this.#held, piece]) : piece;
    this.#held = Buffer.alloc(0);
    const at = bytes.indexOf(this.#mark);
    if (at >= 0) return { output: bytes.subarray(0, at), ended: true };
    const cut = bytes.length - this.#beginningAtEndOf(bytes);
    this.#held = Buffer.from(bytes.subarray(cut));
    return { output: bytes.subarray(0, cut), ended: false };
  }

  flush(): Buffer {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  /** How many bytes at the end are a beginning of the mark. The mark holds one ESC, its first byte. */
  #beginningAtEndOf(bytes: Buffer): number {
    const from = bytes.lastIndexOf(0x1b);
    if (from < 0) return 0;
    const tail = bytes.subarray(from);
    if (tail.length >= this.#mark.length) return 0;
    return this.#mark.subarray(0, tail.length).equals(tail) ? tail.length : 0;
  }
}

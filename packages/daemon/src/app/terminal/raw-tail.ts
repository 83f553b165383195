/** The last bytes of a stream, for a client to start from where no snapshot can be had. */
export class RawTail {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  /** 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    if (this.#maxBytes === 0) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Looked at now and then: taking the first of many away costs as much as all of them.
    if (this.#bytes > 2 * this.#maxBytes) this.#keep(this.read());
  }

  /** What came before does not lead to what follows. */
  clear(): void {
    this.#chunks = [];
    this.#bytes = 0;
  }

  /** The tail; where something came before it, from the beginning of a line on. */
  read(): Uint8Array {
    const all = Buffer.concat(this.#chunks);
    if (all.length <= this.#maxBytes) return all;
    const tail = all.subarray(all.length - this.#maxBytes);
    return tail.subarray(tail.indexOf("\n") + 1);
  }

  #keep(tail: Uint8Array): void {
    // A copy: a view would keep all that it is a part of.
    this.#chunks = [Uint8Array.from(tail)];
    this.#bytes = tail.length;
  }
}

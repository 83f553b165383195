/** Collects bytes; arrays of numbers would cost ten times as much under a flood of output. */
export class ByteSink {
  #bytes = new Uint8Array(64 * 1024);
  #length = 0;

  push(...bytes: readonly number[]): void {
    this.#makeRoom(bytes.length);
    for (const byte of bytes) this.#bytes[this.#length++] = byte;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.#bytes.set(from.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** All that was collected; the sink is empty after it. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Collects bytes in one growing piece of memory. */
export class ByteSink {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** One byte. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Text of which every character is ASCII. */
  ascii(text: string): void {
    if (this.#length + text.length > this.#bytes.length) this.#grow(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i);
  }

  /** Any text, as UTF-8. */
  text(text: string): void {
    if (this.#length + text.length * 3 > this.#bytes.length) this.#grow(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** One code point, as UTF-8. */
  codePoint(code: number): void {
    if (code < 0x80) {
      this.byte(code);
      return;
    }
    if (this.#length + 4 > this.#bytes.length) this.#grow(4);
    const bytes = this.#bytes;
    if (code < 0x800) bytes[this.#length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[this.#length++] = 0xe0 | (code >> 12);
      else {
        bytes[this.#length++] = 0xf0 | (code >> 18);
        bytes[this.#length++] = 0x80 | ((code >> 12) & 0x3f);
      }
      bytes[this.#length++] = 0x80 | ((code >> 6) & 0x3f);
    }
    bytes[this.#length++] = 0x80 | (code & 0x3f);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was collected, in memory of its own. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + needed));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const encoder = new TextEncoder();

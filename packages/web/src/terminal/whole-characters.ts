const NOTHING = new Uint8Array(0);

/**
 * Holds the first bytes of a character back until the rest has come. xterm.js 6.0.0 loses one that is
 * split before a byte 0x80 (`—` after its second byte, for one), so it never sees a split one.
 */
export class WholeCharacters {
  #begun: Uint8Array = NOTHING;

  /** What can be parsed now: what was held back, and these bytes up to the end of a character. */
  take(bytes: Uint8Array): Uint8Array {
    const all = this.#begun.length === 0 ? bytes : joined([this.#begun, bytes]);
    const end = all.length - begunAtEnd(all);
    this.#begun = all.slice(end);
    return all.subarray(0, end);
  }
}

/** One array of all the bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** How many bytes at the end belong to a character that more bytes have to complete. */
function begunAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0;
    // 10xxxxxx goes on with a character; the number of ones in front of a first byte is its length.
    if (byte >> 6 === 0b10) continue;
    return Math.clz32(~byte << 24) > back ? back : 0;
  }
  return 0;
}

const ESC = 0x1b;

/** Longer strings inside a sequence are not kept; what follows of them is then swallowed unseen. */
const MAX_SEQUENCE_BYTES = 65_536;

const NOTHING = new Uint8Array(0);

/** The end of the stream where it stands within a character or within an escape sequence. */
export class UnfinishedInput {
  #character: Uint8Array = NOTHING;
  #sequence: Uint8Array[] = [];
  #sequenceBytes = 0;

  /**
   * The bytes to parse now: whole characters only. xterm.js 6.0.0 loses a character that is split
   * before a byte 0x80 (`—` after its second byte, for one), so it never sees a split one.
   */
  wholeCharacters(bytes: Uint8Array): Uint8Array {
    const joined = this.#character.length === 0 ? bytes : concat([this.#character, bytes]);
    const end = endOfWholeCharacters(joined);
    this.#character = end === joined.length ? NOTHING : joined.slice(end);
    return joined.subarray(0, end);
  }

  /** Takes note of bytes just parsed, and of where that left the parser. */
  parsed(bytes: Uint8Array, betweenSequences: boolean): void {
    if (betweenSequences) {
      this.#sequence = [];
      this.#sequenceBytes = 0;
      return;
    }
    const start = lastIntroducer(bytes);
    if (start >= 0) {
      this.#sequence = [bytes.slice(start)];
      this.#sequenceBytes = bytes.length - start;
    } else {
      this.#sequence.push(bytes.slice());
      this.#sequenceBytes += bytes.length;
    }
    if (this.#sequenceBytes > MAX_SEQUENCE_BYTES) {
      const swallowing = swallowRestOf(this.#sequence[0] ?? NOTHING);
      this.#sequence = [swallowing];
      this.#sequenceBytes = swallowing.length;
    }
  }

  /** The bytes that bring a parser from between two sequences to where the stream stands. */
  bytes(): Uint8Array {
    return concat([withoutExecuted(concat(this.#sequence)), this.#character]);
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Where the last character begins if it is incomplete, and the end of the bytes otherwise. */
export function endOfWholeCharacters(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed =
      (byte & 0xe0) === 0xc0 ? 2 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xf8) === 0xf0 ? 4 : 1;
    return needed > back ? end - back : end;
  }
  return end;
}

/**
 * Where the last sequence begins: an introducer begins a new one in whatever state the parser is,
 * so nothing before the last of them matters. −1 where there is none.
 */
function lastIntroducer(bytes: Uint8Array): number {
  for (let i = bytes.length - 1; i >= 0; i--) {
    const byte = bytes[i];
    if (byte === ESC) return i;
    if (byte === 0xc2 && isC1Introducer(bytes[i + 1])) return i;
  }
  return -1;
}

/** DCS, SOS, CSI, OSC, PM and APC as single code points, which UTF-8 writes as 0xC2 and this byte. */
function isC1Introducer(byte: number | undefined): boolean {
  return (
    byte === 0x90 ||
    byte === 0x98 ||
    byte === 0x9b ||
    byte === 0x9d ||
    byte === 0x9e ||
    byte === 0x9f
  );
}

/** Where the string of a sequence begins, by the character that introduces it in two bytes. */
function introducerOf(sequence: Uint8Array): { readonly kind: string; readonly length: number } {
  if (sequence[0] !== 0xc2) return { kind: "\x1b", length: 1 };
  return { kind: String.fromCharCode((sequence[1] ?? 0) - 0x40), length: 2 };
}

/**
 * The sequence without the control characters inside it that were obeyed at once (a line feed within
 * `ESC [ 3 m`, say): repeated, they would be obeyed twice. Inside of strings they belong to them.
 */
export function withoutExecuted(sequence: Uint8Array): Uint8Array {
  const { kind, length } = introducerOf(sequence);
  const kept = [...sequence.subarray(0, length)];
  let state = kind;
  for (const byte of sequence.subarray(length)) {
    if ((state === "\x1b" || state === "[") && byte < 0x20) continue;
    kept.push(byte);
    if (state === "\x1b") state = stateAfterEscape(byte);
  }
  return Uint8Array.from(kept);
}

function stateAfterEscape(byte: number): string {
  const character = String.fromCharCode(byte);
  return "[P]X^_".includes(character) ? character : "\x1b";
}

/** An introducer after which a string of the same kind is read to its end and comes to nothing. */
function swallowRestOf(sequence: Uint8Array): Uint8Array {
  const cleaned = withoutExecuted(sequence.subarray(0, 8));
  const { kind, length } = introducerOf(cleaned);
  const string = kind === "\x1b" ? String.fromCharCode(cleaned[length] ?? 0) : kind;
  const swallowing = { P: "\x1bP~", "]": "\x1b]7777;", X: "\x1bX", "^": "\x1b^", _: "\x1b_" };
  return new TextEncoder().encode(swallowing[string as keyof typeof swallowing] ?? "\x1b[?9999");
}

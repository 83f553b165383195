/** The key that leaves an attached session: one control character. */
export interface DetachKey {
  readonly byte: number;
  /** As a person reads it: `Ctrl-\`. */
  readonly label: string;
}

/** Parses `ctrl-\`, `C-\`, `^\`, `ctrl-a` and their like; null for anything else. */
export function parseDetachKey(text: string): DetachKey | null {
  const match = /^(?:ctrl[-+]|c-|\^)([a-z@[\\\]^_])$/i.exec(text.trim());
  const key = match?.[1]?.toUpperCase();
  if (key === undefined) return null;
  const byte = key.charCodeAt(0) & 0x1f;
  // Enter, Tab and Escape are needed, and Ctrl-[ is how terminals begin every function key.
  if ([0x09, 0x0a, 0x0d, 0x1b].includes(byte)) return null;
  return { byte, label: `Ctrl-${key}` };
}

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";

/** Finds the detach key in what a terminal sends. */
export class DetachScanner {
  readonly #key: DetachKey;
  readonly #extended: RegExp;
  #inPaste = false;
  /** The last few bytes, since a paste mark may be cut in two. */
  #tail = "";

  constructor(key: DetachKey) {
    this.#key = key;
    const plain = key.label.slice("Ctrl-".length).toLowerCase();
    const code = plain.charCodeAt(0);
    // With the kitty keyboard protocol or modifyOtherKeys on, a terminal spells the key out.
    this.#extended = new RegExp(
      `^\\x1b\\[(?:${code}(?::\\d*)*;(\\d+)(?::1)?(?:;[\\d:]*)?u|27;(\\d+);${code}~)`,
    );
  }

  /** How many bytes come before the detach key, or null where it was not pressed. */
  find(chunk: Uint8Array): number | null {
    const text = Buffer.from(chunk).toString("latin1");
    for (let i = 0; i < text.length; i++) {
      if (!this.#inPaste && this.#pressedAt(text, i)) return i;
      this.#tail = (this.#tail + text[i]).slice(-PASTE_START.length);
      if (this.#tail === PASTE_START) this.#inPaste = true;
      else if (this.#tail === PASTE_END) this.#inPaste = false;
    }
    return null;
  }

  #pressedAt(text: string, i: number): boolean {
    const byte = text.charCodeAt(i);
    if (byte === this.#key.byte) return true;
    if (byte !== 0x1b) return false;
    const match = this.#extended.exec(text.slice(i, i + 40));
    const modifiers = Number(match?.[1] ?? match?.[2] ?? 0) - 1;
    // Ctrl alone; Caps Lock (64) and Num Lock (128) do not matter.
    return match !== null && (modifiers & 0b111111) === 4;
  }
}

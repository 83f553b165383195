/** What a person did at the keyboard. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "enter" | "escape" | "backspace" | "interrupt" | "end" };

const PASTE_BEGIN = "\u001B[200~";
const PASTE_END = "\u001B[201~";

/** Reads keys from what the terminal sends, one read after the other. */
export class KeyReader {
  #pasting = false;

  read(chunk: string): readonly Key[] {
    const keys: Key[] = [];
    let rest = chunk;
    let pasted = false;
    while (rest !== "") {
      if (this.#pasting) {
        const end = rest.indexOf(PASTE_END);
        const text = end === -1 ? rest : rest.slice(0, end);
        if (text !== "") keys.push({ kind: "text", text: text.replaceAll("\r", "\n") });
        if (end === -1) break;
        this.#pasting = false;
        pasted = true;
        rest = rest.slice(end + PASTE_END.length);
      } else if (rest.startsWith(PASTE_BEGIN)) {
        this.#pasting = true;
        rest = rest.slice(PASTE_BEGIN.length);
      } else {
        const sequence = /^\u001B(?:\[[\d;?]*[ -/]*[@-~]|O[@-~])/.exec(rest)?.[0];
        const length = sequence?.length ?? 1;
        // Agents take an Enter in the same read as the end of a paste for a part of it.
        if (sequence === undefined && !(pasted && rest.startsWith("\r"))) keys.push(keyOf(rest));
        rest = rest.slice(length);
      }
    }
    return keys;
  }
}

function keyOf(rest: string): Key {
  switch (rest[0] ?? "") {
    case "\r":
      return { kind: "enter" };
    case "\u001B":
      return { kind: "escape" };
    case "\u007F":
      return { kind: "backspace" };
    case "\u0003":
      return { kind: "interrupt" };
    case "\u0004":
      return { kind: "end" };
    default:
      return { kind: "text", text: rest[0] ?? "" };
  }
}

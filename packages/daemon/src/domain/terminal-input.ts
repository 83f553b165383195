const PASTE_BEGIN = "\u001B[200~";
const PASTE_END = "\u001B[201~";

/**
 * Text as a terminal would type it on a paste: line ends become Enter's carriage return, and where
 * the program asked for marks around a paste it gets them. An end mark inside the text goes, in
 * whatever way it would come together, since what follows it would count as typed.
 */
export function pasteText(text: string, bracketed: boolean): string {
  const typed = text.replaceAll(/\r\n?|\n/g, "\r");
  return bracketed ? PASTE_BEGIN + withoutEndMarks(typed) + PASTE_END : typed;
}

/**
 * Takes out every end mark, also one that comes together when another one goes. In one pass: text
 * nested a million times deep must not hold up the daemon.
 */
function withoutEndMarks(text: string): string {
  if (!text.includes(PASTE_END)) return text;
  const kept: string[] = [];
  for (const unit of text) {
    kept.push(unit);
    if (unit === "~" && endsWithMark(kept)) kept.length -= PASTE_END.length;
  }
  return kept.join("");
}

function endsWithMark(units: readonly string[]): boolean {
  const from = units.length - PASTE_END.length;
  return from >= 0 && units.slice(from).join("") === PASTE_END;
}

/** Text as it is typed before an Enter: line ends at its end would submit a second time. */
export function withoutTrailingLineEnds(text: string): string {
  // Not /[\r\n]+$/: that takes minutes on a million line ends with a letter behind them.
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\r" || text[end - 1] === "\n")) end--;
  return text.slice(0, end);
}

/** True where typing the text line by line would submit each line. */
export function isMultiLine(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** Follows what is typed key by key, and tells Enter from the line ends inside a marked paste. */
export class EnterWatch {
  #isPasting = false;

  /** Whether Enter is pressed in what is typed next. */
  isIn(typed: string): boolean {
    let rest = typed;
    for (;;) {
      const mark = rest.indexOf(this.#isPasting ? PASTE_END : PASTE_BEGIN);
      const before = mark === -1 ? rest : rest.slice(0, mark);
      if (!this.#isPasting && before.includes("\r")) return this.#leaveWith(rest);
      if (mark === -1) return false;
      this.#isPasting = !this.#isPasting;
      rest = rest.slice(mark + PASTE_BEGIN.length);
    }
  }

  /** The last mark says whether a paste goes on behind these keys. */
  #leaveWith(rest: string): true {
    this.#isPasting = rest.lastIndexOf(PASTE_BEGIN) > rest.lastIndexOf(PASTE_END);
    return true;
  }
}

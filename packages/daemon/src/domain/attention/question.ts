/** What stands before the choice that Enter would take, within a dialog's frame. */
const POINTER = /^[\s\u2500-\u257F|]*[❯›>●]\s*/u;

/** A dialog stands at the bottom. */
const LOOK_AT_LINES = 24;

/**
 * The question that stands on a screen, whichever of its choices is pointed at: another text is
 * another question, or one to which something happened.
 */
export function questionOn(screenLines: readonly string[]): string {
  const lines = screenLines.map((line) => line.replace(POINTER, "").trim());
  return lines
    .filter((line) => line !== "")
    .slice(-LOOK_AT_LINES)
    .join("\n");
}

/** Whether the choice that Enter would take is the one that this key stands for. */
export function pointsAt(screenLines: readonly string[], key: string): boolean {
  return screenLines.some((line) => {
    const pointer = POINTER.exec(line)?.[0];
    const choice = pointer === undefined ? "" : line.slice(pointer.length);
    return choice.startsWith(key) && /^[.):\s]/.test(choice.slice(key.length));
  });
}

/** Whether a text is one key, as questions are answered with; a sentence is none. */
export function isKey(text: string): boolean {
  return Array.from(text.trim()).length === 1;
}

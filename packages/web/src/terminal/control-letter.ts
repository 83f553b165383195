/** A letter with Ctrl held, as terminals send it. */
export function withCtrl(letter: string): string {
  const code = letter.toUpperCase().charCodeAt(0);
  return letter.length === 1 && code >= 64 && code < 96 ? String.fromCharCode(code - 64) : letter;
}

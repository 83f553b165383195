/** Text that a program asks to put on the clipboard; more than this is refused. */
const LONGEST = 256 * 1024;

/**
 * The text of an OSC 52 sequence that sets the clipboard, or null: for one that asks what is on it
 * (never answered), one that clears it, and one that is not what it should be.
 */
export function clipboardRequest(data: string): string | null {
  const at = data.indexOf(";");
  const payload = data.slice(at + 1);
  if (at === -1 || payload === "" || payload === "?" || payload.length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

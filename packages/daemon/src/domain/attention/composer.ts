/** The composers of agents begin with one of these, mostly inside a frame. */
const COMPOSER = /^\s*[│┃▌▏|]?\s*(?:[>❯›]|┃)(?:\s+(.*?))?\s*[│┃▐▕|]?$/u;

/** What stands in for a text that was pasted. */
const PASTED = /\[Pasted (?:text|content|~)/i;

/** A composer stands near the bottom; what looks like one further up was typed before. */
const LOOK_AT_LINES = 12;

/** So much of a text's beginning tells it from any other. */
const TELLING = 24;

/** What stands in the first line of an agent's composer, without blanks; null where none is seen. */
export function heldInComposer(screenLines: readonly string[]): string | null {
  const lines = screenLines.filter((line) => line.trim() !== "").slice(-LOOK_AT_LINES);
  const line = lines.findLast((one) => COMPOSER.test(one));
  return line === undefined ? null : squeezed(COMPOSER.exec(line)?.[1] ?? "");
}

/**
 * Whether a text stands in an agent's composer, ready to be submitted. `absent` where no composer is
 * on the screen. A composer that holds something else – a hint in grey cannot be told from a draft –
 * counts as empty, and so does one that holds what it held before anything was typed: `hint`.
 */
export function inComposer(
  screenLines: readonly string[],
  text: string,
  hint: string | null = null,
): "stands" | "empty" | "absent" {
  const held = heldInComposer(screenLines);
  if (held === null) return "absent";
  if (held === "" || held === hint) return "empty";
  const [begin = ""] = text.trimStart().split(/[\r\n]/, 1);
  const telling = squeezed(begin.slice(0, TELLING));
  // A narrow screen shows less than what would tell.
  const holds = telling !== "" && (held.includes(telling) || telling.startsWith(held));
  return holds || PASTED.test(held) ? "stands" : "empty";
}

/** Whether a prompt that an agent took is, or holds, this text: what waits may be taken together. */
export function isPromptOf(prompt: string, text: string): boolean {
  return squeezed(prompt).includes(squeezed(text));
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, "");
}

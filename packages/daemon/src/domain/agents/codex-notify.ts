/**
 * The person's `notify` program in a Codex configuration, or null where there is none or it is
 * written in a way that is not understood. Only this one key is looked for: it stands at the top,
 * before the first table, as a list of strings.
 */
export function notifyIn(toml: string): readonly string[] | null {
  const top = toml.replace(/^\s*\[[\s\S]*/m, "");
  const at = /^[ \t]*(?:notify|"notify")[ \t]*=[ \t]*/m.exec(top);
  return at === null ? null : parseStringList(top.slice(at.index + at[0].length));
}

/** The list of strings that a TOML text begins with, or null. */
export function parseStringList(text: string): readonly string[] | null {
  const found: string[] = [];
  let at = skipBlank(text, 0);
  if (text[at] !== "[") return null;
  at = skipBlank(text, at + 1);
  while (text[at] !== "]") {
    const word = STRING.exec(text.slice(at, at + 10_000));
    if (word === null) return null;
    const value = word[1] === undefined ? (word[2] as string) : unescapeBasic(word[1]);
    if (value === null) return null;
    found.push(value);
    at = skipBlank(text, at + word[0].length);
    if (text[at] === ",") at = skipBlank(text, at + 1);
    else if (text[at] !== "]") return null;
  }
  return found;
}

/** A list of strings as TOML. */
export function toStringList(words: readonly string[]): string {
  // Every JSON string is a TOML one, but for DEL, which JSON leaves as it is.
  return `[${words.map((word) => JSON.stringify(word).replaceAll("\u007F", "\\u007F")).join(",")}]`;
}

/** A basic string of one line, or a literal one. */
const STRING = /^(?:"(?!"")((?:[^"\\\n]|\\.)*)"|'(?!'')([^'\n]*)')/;

function skipBlank(text: string, from: number): number {
  const blank = /^(?:\s|#[^\n]*)+/.exec(text.slice(from));
  return from + (blank?.[0].length ?? 0);
}

function unescapeBasic(text: string): string | null {
  const long = text.replaceAll(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x10_ffff ? "\\x" : JSON.stringify(String.fromCodePoint(code)).slice(1, -1);
  });
  try {
    // What is left of TOML's escapes is JSON's.
    return JSON.parse(`"${long.replaceAll("\t", "\\t")}"`) as string;
  } catch {
    return null;
  }
}

import type { Argv } from "./agent.ts";

/**
 * Marks a word that the shell has yet to expand: its source follows. No argument can hold a NUL, so
 * no such word is ever mistaken for a plain one.
 */
const OPAQUE = "\0";

const OPERATORS = new Set([";", "&", "|", "<", ">", "(", ")", "\n", "\r"]);
const EXPANDS = /[$`*?[\]{}]/;

interface Word {
  text: string;
  expands: boolean;
  end: number;
}

/**
 * The words of a shell line that is one simple command, or null where it is more than that: it holds
 * an operator, a comment, an unclosed quote, or nothing.
 */
export function parseShellLine(line: string): Argv | null {
  const words: string[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === " " || line[at] === "\t") at++;
    if (at >= line.length) break;
    if (line[at] === "#") return null;
    const word = readWord(line, at);
    if (word === null) return null;
    words.push(word.expands ? OPAQUE + line.slice(at, word.end) : word.text);
    at = word.end;
  }
  return words.length === 0 ? null : words;
}

/** A line that means these words to a shell, be it sh, bash, zsh or fish. */
export function toShellLine(words: Argv): string {
  return words.map(quoteWord).join(" ");
}

/** One word as a shell takes it. The value alone of `NAME=value` is quoted, else it were no assignment. */
function quoteWord(word: string): string {
  if (word.startsWith(OPAQUE)) return word.slice(OPAQUE.length);
  const assignment = /^[A-Za-z_]\w*=/.exec(word)?.[0] ?? "";
  const value = word.slice(assignment.length);
  return assignment + (assignment !== "" && value === "" ? "" : quoteValue(value));
}

function quoteValue(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // fish, unlike the others, knows escapes inside single quotes: backslashes go in double ones.
  const parts = text.split(/([\\']+)/).filter((part) => part !== "");
  const quoted = parts.map((part) => {
    if (/^[\\']/.test(part)) return `"${part.replaceAll("\\", "\\\\")}"`;
    return `'${part}'`;
  });
  return quoted.join("") || "''";
}

function readWord(line: string, start: number): Word | null {
  const word: Word = { text: "", expands: line[start] === "~", end: start };
  let at = start;
  while (at < line.length) {
    const char = line[at] as string;
    if (char === " " || char === "\t") break;
    if (OPERATORS.has(char)) return null;
    if (char === "'" || char === '"') {
      const next = char === "'" ? readSingle(line, at, word) : readDouble(line, at, word);
      if (next === null) return null;
      at = next;
    } else if (char === "\\") {
      const escaped = line[at + 1];
      if (escaped === undefined || escaped === "\n") return null;
      word.text += escaped;
      at += 2;
    } else {
      if (EXPANDS.test(char)) word.expands = true;
      // `A=~/x` and `A=b:~/x` are expanded as well.
      if (char === "~" && /[=:]/.test(line[at - 1] ?? "")) word.expands = true;
      word.text += char;
      at++;
    }
  }
  word.end = at;
  return word;
}

function readSingle(line: string, open: number, word: Word): number | null {
  const close = line.indexOf("'", open + 1);
  if (close === -1) return null;
  word.text += line.slice(open + 1, close);
  return close + 1;
}

function readDouble(line: string, open: number, word: Word): number | null {
  for (let at = open + 1; at < line.length; at++) {
    const char = line[at] as string;
    if (char === '"') return at + 1;
    if (char === "$" || char === "`") word.expands = true;
    const next = line[at + 1];
    if (char === "\\" && next !== undefined && '"\\$`'.includes(next)) at++;
    word.text += line[at];
  }
  return null;
}

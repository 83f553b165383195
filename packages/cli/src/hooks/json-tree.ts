/** A value in a JSON text, with where it stands. Comments and commas at the end are allowed. */
export type JsonNode =
  | {
      readonly kind: "object";
      readonly start: number;
      readonly end: number;
      readonly members: readonly JsonMember[];
    }
  | {
      readonly kind: "array";
      readonly start: number;
      readonly end: number;
      readonly items: readonly JsonNode[];
    }
  | { readonly kind: "leaf"; readonly start: number; readonly end: number };

/** A key with its value. */
interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
}

const LEAF = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;
const STRING = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const DEEPEST = 200;

/** The tree of a JSON text, or null where it is none. A text without a value is none either. */
export function parseJsonTree(text: string): JsonNode | null {
  const from = skipBlank(text, text.startsWith("\uFEFF") ? 1 : 0);
  const node = readValue(text, from, 0);
  return node !== null && skipBlank(text, node.end) === text.length ? node : null;
}

/** Where the next thing begins that is neither white space nor a comment. */
export function skipBlank(text: string, from: number): number {
  BLANK.lastIndex = from;
  return from + (BLANK.exec(text)?.[0].length ?? 0);
}

function readValue(text: string, start: number, depth: number): JsonNode | null {
  if (depth > DEEPEST) return null;
  if (text[start] === "{") return readObject(text, start, depth);
  if (text[start] === "[") return readArray(text, start, depth);
  const end = text[start] === '"' ? match(STRING, text, start) : match(LEAF, text, start);
  return end === null ? null : { kind: "leaf", start, end };
}

function readObject(text: string, start: number, depth: number): JsonNode | null {
  const members: JsonMember[] = [];
  let at = skipBlank(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = match(STRING, text, at);
    if (keyEnd === null) return null;
    const colon = skipBlank(text, keyEnd);
    if (text[colon] !== ":") return null;
    const value = readValue(text, skipBlank(text, colon + 1), depth + 1);
    if (value === null) return null;
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: at, value });
    const next = afterItem(text, value.end, "}");
    if (next === null) return null;
    at = next;
  }
  return { kind: "object", start, end: at + 1, members };
}

function readArray(text: string, start: number, depth: number): JsonNode | null {
  const items: JsonNode[] = [];
  let at = skipBlank(text, start + 1);
  while (text[at] !== "]") {
    const item = readValue(text, at, depth + 1);
    if (item === null) return null;
    items.push(item);
    const next = afterItem(text, item.end, "]");
    if (next === null) return null;
    at = next;
  }
  return { kind: "array", start, end: at + 1, items };
}

/** Where the next item or the closing bracket stands, or null where neither follows. */
function afterItem(text: string, end: number, close: string): number | null {
  const at = skipBlank(text, end);
  if (text[at] === ",") return skipBlank(text, at + 1);
  return text[at] === close ? at : null;
}

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : at + found[0].length;
}

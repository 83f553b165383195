import { type JsonNode, skipBlank } from "./json-tree.ts";

/** A value that others stand in. */
export type JsonContainer = Extract<JsonNode, { kind: "object" | "array" }>;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The member of an object, or null where it has none or is no object. */
export function memberOf(node: JsonNode | null, key: string): JsonNode | null {
  if (node?.kind !== "object") return null;
  // JSON takes the last of two.
  return node.members.findLast((member) => member.key === key)?.value ?? null;
}

/** The value that a node stands for. */
export function valueOf(text: string, node: JsonNode): unknown {
  switch (node.kind) {
    case "leaf":
      return JSON.parse(text.slice(node.start, node.end));
    case "array":
      return node.items.map((item) => valueOf(text, item));
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(text, value)]));
  }
  return node satisfies never;
}

/**
 * The text with one more item at the end of an array, or member at the end of an object. Everything
 * else stays as it is, to the byte; what is new is written as its neighbours are.
 */
export function append(
  text: string,
  container: JsonContainer,
  { key, value }: { readonly key?: string; readonly value: unknown },
): string {
  const written = (indent: string | null): string => {
    const json =
      indent === null
        ? JSON.stringify(value)
        : JSON.stringify(value, null, unitOf(text)).replaceAll("\n", `\n${indent}`);
    return key === undefined ? json : `${JSON.stringify(key)}: ${json}`;
  };
  const last = spansOf(container).at(-1);
  if (last === undefined) {
    const outer = indentAt(text, container.start);
    const inner = outer + unitOf(text);
    const at = container.start + 1;
    const blank = text.slice(at, container.end - 1);
    const tail = blank.includes("\n") ? "" : `\n${outer}`;
    return `${text.slice(0, at)}\n${inner}${written(inner)}${tail}${text.slice(at)}`;
  }
  const comma = skipBlank(text, last.end);
  const hasComma = text[comma] === ",";
  const upTo = hasComma ? comma + 1 : last.end;
  const kept = text.slice(0, upTo) + (hasComma ? "" : ",");
  const tail = hasComma ? "," : "";
  if (!text.slice(container.start, last.start).includes("\n")) {
    return `${kept} ${written(null)}${tail}${text.slice(upTo)}`;
  }
  // A comment on the last item's line is about that item, and stays with it.
  const remark = /^[ \t]*\/\/[^\r\n]*/.exec(text.slice(upTo))?.[0] ?? "";
  const indent = indentAt(text, last.start);
  return `${kept}${remark}\n${indent}${written(indent)}${tail}${text.slice(upTo + remark.length)}`;
}

/** The text without one item of an array or member of an object, and without the comma that parted it. */
export function removeAt(text: string, container: JsonContainer, index: number): string {
  const spans = spansOf(container);
  const item = spans[index];
  if (item === undefined) return text;
  const before = spans[index - 1];
  const next = skipBlank(text, item.end);
  const end = text[next] === "," ? next + 1 : item.end;
  const lead = text.slice(0, item.start).replace(/(?:\r?\n)?[ \t]*$/, "");
  const rest = text.slice(end);
  if (end === item.end && before !== undefined) {
    const comma = skipBlank(text, before.end);
    return lead.slice(0, comma) + lead.slice(comma + 1) + rest;
  }
  // What is left of an emptied container is a pair of brackets, unless a comment stands in it.
  const from = container.start + 1;
  if (spans.length === 1 && (lead.slice(from) + text.slice(end, container.end - 1)).trim() === "") {
    return text.slice(0, from) + text.slice(container.end - 1);
  }
  return lead + rest;
}

/** How many items or members a container has. */
export function sizeOf(container: JsonContainer): number {
  return spansOf(container).length;
}

function spansOf(container: JsonContainer): readonly Span[] {
  return container.kind === "array"
    ? container.items
    : container.members.map(({ start, value }) => ({ start, end: value.end }));
}

/** The white space that the line of this place begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** What this text is indented by. */
function unitOf(text: string): string {
  return /^(?:\t| {2,8})(?=\S)/m.exec(text)?.[0] ?? "  ";
}

import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import type { ConfigValue } from "./config-keys.ts";

/**
 * The text with one top-level key set. The line is changed in place, so that the person's comments
 * and order stay; where that does not come out right (a value over several lines, a quoted key), the
 * file is written anew from its values.
 */
export function setKey(text: string, key: string, value: ConfigValue): string {
  const wanted = { ...parse(text), [key]: value };
  const edited = withLine(text, key, `${key} = ${JSON.stringify(value)}`);
  return holds(edited, wanted) ? edited : `${stringify(wanted)}\n`;
}

function withLine(text: string, key: string, line: string): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const firstTable = lines.findIndex((one) => /^\s*\[/.test(one));
  const end = firstTable === -1 ? lines.length : firstTable;
  const at = lines.findIndex((one, i) => i < end && new RegExp(`^\\s*${key}\\s*=`).test(one));
  if (at !== -1) lines[at] = line;
  else lines.splice(end, 0, line);
  return `${lines.join("\n")}\n`;
}

function holds(text: string, wanted: object): boolean {
  try {
    return isDeepStrictEqual({ ...parse(text) }, wanted);
  } catch {
    return false;
  }
}

import type { Context } from "../context.ts";
import { displayWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** Prints names and values as two columns; what is null or empty is left out. */
export function printDetails(
  context: Context,
  details: readonly (readonly [name: string, value: string | null])[],
): void {
  const said = details.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const room = Math.max(0, ...said.map(([name]) => displayWidth(name)));
  for (const [name, value] of said) {
    const blank = " ".repeat(room - displayWidth(name));
    context.print(`${context.style.quiet(name)}${blank}  ${printable(value)}`);
  }
}

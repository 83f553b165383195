import type { Argv } from "./agent.ts";

/** The options of a program, as far as telling its options from its operands needs it. */
export interface OptionTable {
  /** Options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Options whose value may be left out. */
  readonly optional?: readonly string[];
  /** Options that take every word up to the next option. */
  readonly variadic?: readonly string[];
  /** Options without a value. */
  readonly flags: readonly string[];
}

/** One option with its value, or one operand. */
export interface Argument {
  /** The option's name, or null for an operand. */
  readonly option: string | null;
  readonly values: readonly string[];
  /** The words as they stand in the command. */
  readonly words: Argv;
}

/**
 * Splits a program's arguments. An option that is not in the table takes the next word where that
 * looks like no sentence: to keep a word too many does less harm than to lose an option's value.
 */
export function parseArguments(words: Argv, table: OptionTable): readonly Argument[] {
  const found: Argument[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] as string;
    if (word === "--") {
      found.push({ option: "--", values: [], words: [word] });
      for (const rest of words.slice(at + 1)) found.push(operand(rest));
      break;
    }
    if (!isOption(word)) {
      found.push(operand(word));
      at++;
      continue;
    }
    const flags = flagsIn(word, table);
    if (flags.length > 0) {
      for (const flag of flags) found.push({ option: flag, values: [], words: [flag] });
      at++;
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals === -1 ? word : word.slice(0, equals);
    const count = equals === -1 ? valuesOf(words, at, table) : 0;
    const values = equals === -1 ? words.slice(at + 1, at + 1 + count) : [word.slice(equals + 1)];
    found.push({ option: name, values, words: words.slice(at, at + 1 + count) });
    at += 1 + count;
  }
  return found;
}

/** The last value given to any of these options; "" where it was given none; null where it is not there. */
export function optionValue(parsed: readonly Argument[], names: readonly string[]): string | null {
  const last = parsed.findLast(({ option }) => option !== null && names.includes(option));
  return last === undefined ? null : (last.values[0] ?? "");
}

/** The words of the options but for these, and of no operand. */
export function otherOptions(parsed: readonly Argument[], dropped: readonly string[]): Argv {
  return parsed
    .filter(({ option }) => option !== null && option !== "--" && !dropped.includes(option))
    .flatMap(({ words }) => words);
}

/** The arguments that are no options. */
export function operandsOf(parsed: readonly Argument[]): Argv {
  return parsed.filter(({ option }) => option === null).flatMap(({ words }) => words);
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** The flags in a word such as `-cp`; none where one of its letters is no flag. */
function flagsIn(word: string, { flags }: OptionTable): readonly string[] {
  if (!/^-[A-Za-z]{2,}$/.test(word)) return [];
  const letters = word
    .slice(1)
    .split("")
    .map((letter) => `-${letter}`);
  return letters.every((letter) => flags.includes(letter)) ? letters : [];
}

function operand(word: string): Argument {
  return { option: null, values: [], words: [word] };
}

function valuesOf(words: Argv, at: number, table: OptionTable): number {
  const name = words[at] as string;
  const next = words[at + 1];
  if (next === undefined) return 0;
  if (table.valued.includes(name)) return 1;
  if (next === "--" || isOption(next)) return 0;
  if (table.variadic?.includes(name) === true) {
    let count = 1;
    for (;;) {
      const word = words[at + 1 + count];
      if (word === undefined || isOption(word)) return count;
      count++;
    }
  }
  if (table.optional?.includes(name) === true) return 1;
  return table.flags.includes(name) || /\s/.test(next) ? 0 : 1;
}

/** A prompt that no command-line parser takes for an option or for the name of a subcommand. */
export function asOperand(prompt: string): string {
  return prompt.startsWith("-") || !/\s/.test(prompt) ? ` ${prompt}` : prompt;
}

/** The last value given to any of these options, or null. */
export function optionOf(args: readonly string[], ...names: readonly string[]): string | null {
  return optionsOf(args, ...names).at(-1) ?? null;
}

/** Every value given to any of these options, as `--name value` or `--name=value`. */
export function optionsOf(args: readonly string[], ...names: readonly string[]): readonly string[] {
  return args.flatMap((word, at) => {
    const equals = word.indexOf("=");
    if (equals > 0 && names.includes(word.slice(0, equals))) return [word.slice(equals + 1)];
    const next = args[at + 1];
    return names.includes(word) && next !== undefined ? [next] : [];
  });
}

/** The words that are neither options nor the values of these ones. */
export function operandsOf(args: readonly string[], valued: readonly string[]): readonly string[] {
  const dashes = args.indexOf("--");
  const own = dashes === -1 ? args : args.slice(0, dashes);
  const found = own.filter(
    (word, at) => !word.startsWith("-") && !valued.includes(own[at - 1] ?? ""),
  );
  return dashes === -1 ? found : [...found, ...args.slice(dashes + 1)];
}

/** A value that a key may hold. */
export type ConfigValue = string | number;

/** The outcome of reading a value from the command line. */
type ParsedValue =
  | { readonly kind: "value"; readonly value: ConfigValue }
  | { readonly kind: "refused"; readonly message: string };

/** A key that `config` knows: what it is for, and how its value is read. */
export interface ConfigKey {
  readonly about: string;
  parse(text: string): ParsedValue;
}

/** Every key that may be set. */
export const CONFIG_KEYS: Readonly<Record<string, ConfigKey>> = {
  worktrees_dir: { about: "where worktrees are made", parse: words },
  port: {
    about: "the page's port; 0 is any free one, -1 none at all",
    parse: numberBetween(-1, 65_535),
  },
  listen: { about: "the address to listen on", parse: words },
  scrollback_lines: {
    about: "lines of history that a session keeps",
    parse: numberBetween(0, 1_000_000),
  },
};

function words(text: string): ParsedValue {
  return text === ""
    ? { kind: "refused", message: "it cannot be empty" }
    : { kind: "value", value: text };
}

function numberBetween(min: number, max: number) {
  return (text: string): ParsedValue => {
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? { kind: "value", value }
      : { kind: "refused", message: `it must be a whole number from ${min} to ${max}` };
  };
}

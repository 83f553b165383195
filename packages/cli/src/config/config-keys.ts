/** A value that a key may hold. */
export type ConfigValue = string | number | boolean | readonly string[];

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
  allow_insecure_listen: {
    about: "true lets `listen` be an address that other machines reach, without TLS",
    parse: yesOrNo,
  },
  allowed_hosts: { about: "further names of the page, separated by commas", parse: list },
  report_ttl_minutes: {
    about: "how long an agent's report stands when nothing ends it",
    parse: numberBetween(1, 1_440),
  },
  history_days: {
    about: "how long starts are remembered; 0 remembers none",
    parse: numberBetween(0, 10_000),
  },
  autoname: {
    about: "who names sessions: an agent's id, or a shell line that reads the prompt",
    parse: words,
  },
  notify: { about: "a shell line that is run when a session needs somebody", parse: words },
  precious: { about: "patterns of ignored files to keep, separated by commas", parse: list },
};

function yesOrNo(text: string): ParsedValue {
  return text === "true" || text === "false"
    ? { kind: "value", value: text === "true" }
    : { kind: "refused", message: "it must be true or false" };
}

function list(text: string): ParsedValue {
  const value = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return { kind: "value", value };
}

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

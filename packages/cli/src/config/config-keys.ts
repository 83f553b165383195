import { parseConfig } from "./config-file.ts";

/** A value that a key may hold. */
export type ConfigValue = string | number | boolean | readonly string[];

/** The outcome of reading a value from the command line. */
type ParsedValue =
  | { readonly kind: "value"; readonly value: ConfigValue }
  | { readonly kind: "refused"; readonly message: string };

/** A key of the configuration: how its value is typed, and which values it may hold. */
export interface ConfigKey {
  /** What a person types, as a value. Not for tables, which are written in the file alone. */
  readonly parse: ((text: string) => ParsedValue) | null;
  /** Why the daemon cannot use a value that the file has, or null. */
  refuses(value: unknown): string | null;
}

/** Every key that the daemon reads. */
export const CONFIG_KEYS: Readonly<Record<string, ConfigKey>> = {
  worktrees_dir: text(),
  port: wholeNumber(-1, 65_535),
  listen: text(),
  scrollback_lines: wholeNumber(0, 1_000_000),
  raw_tail_bytes: wholeNumber(0, 4_194_304),
  allow_insecure_listen: flag(),
  allowed_hosts: list(),
  report_ttl_minutes: number(1_440),
  history_days: wholeNumber(0, 10_000),
  autoname: text(),
  notify: text(),
  precious: list(),
  worktree: setUpTable(),
};

/** The keys that can be set from the command line. */
export const SETTABLE_KEYS: readonly string[] = Object.entries(CONFIG_KEYS)
  .filter(([, key]) => key.parse !== null)
  .map(([name]) => name);

type Typed = (text: string) => unknown;

/** A key whose typed value is held to the same rule as one that stands in the file. */
function keyFor(typed: Typed, refuses: ConfigKey["refuses"]): ConfigKey {
  return {
    refuses,
    parse(word) {
      const value = typed(word);
      const message = refuses(value);
      return message === null
        ? { kind: "value", value: value as ConfigValue }
        : { kind: "refused", message };
    },
  };
}

function text(): ConfigKey {
  return keyFor(
    (word) => word,
    (value) => {
      if (typeof value !== "string") return "it must be a text";
      return value === "" ? "it cannot be empty" : null;
    },
  );
}

function flag(): ConfigKey {
  return keyFor(
    (word) => ({ true: true, false: false })[word],
    (value) => (typeof value === "boolean" ? null : "it must be true or false"),
  );
}

function wholeNumber(min: number, max: number): ConfigKey {
  return keyFor(
    (word) => (/^-?\d{1,9}$/.test(word) ? Number(word) : null),
    (value) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? null
        : `it must be a whole number from ${min} to ${max}`,
  );
}

function number(max: number): ConfigKey {
  return keyFor(
    (word) => (/^\d{1,9}(\.\d{1,9})?$/.test(word) ? Number(word) : null),
    (value) =>
      typeof value === "number" && value > 0 && value <= max
        ? null
        : `it must be a number above 0, up to ${max}`,
  );
}

/** Words with commas between, or a list as the file has it. */
function list(): ConfigKey {
  return keyFor((word) => {
    if (!word.trimStart().startsWith("[")) {
      const words = word.split(",").map((one) => one.trim());
      return words.filter((one) => one !== "");
    }
    const parsed = parseConfig(`list = ${word}`);
    return parsed.kind === "parsed" ? parsed.table["list"] : null;
  }, refusesList);
}

function refusesList(value: unknown): string | null {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "")
    ? null
    : "it must be a list of texts, none of them empty";
}

function setUpTable(): ConfigKey {
  return {
    parse: null,
    refuses(value) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return "it must be a table: [worktree]";
      }
      for (const [name, words] of Object.entries(value)) {
        const message = ["copy", "link", "run"].includes(name) ? refusesList(words) : null;
        if (message !== null) return `${name}: ${message}`;
        if (name === "repository_run" && typeof words !== "boolean") {
          return `${name}: it must be true or false`;
        }
      }
      return null;
    },
  };
}

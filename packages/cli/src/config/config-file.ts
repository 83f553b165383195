import { parse, TomlError, type TomlTable } from "smol-toml";

/** A configuration that was read: its table, or why it cannot be understood. */
export type ParsedConfig =
  | { readonly kind: "parsed"; readonly table: TomlTable }
  | { readonly kind: "malformed"; readonly message: string };

/** Parses TOML; a malformed file is an expected outcome. */
export function parseConfig(text: string): ParsedConfig {
  try {
    return { kind: "parsed", table: parse(text) };
  } catch (error) {
    // Behind its first line the message draws the place; the number alone fits in a sentence.
    const [message = ""] = (error as Error).message.split("\n");
    const where = error instanceof TomlError ? `line ${error.line}: ` : "";
    return { kind: "malformed", message: `${where}${message}` };
  }
}

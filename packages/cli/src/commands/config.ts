import { CliFailure } from "../cli-failure.ts";
import { parseConfig } from "../config/config-file.ts";
import { CONFIG_KEYS, type ConfigKey, SETTABLE_KEYS } from "../config/config-keys.ts";
import { setKey } from "../config/set-key.ts";
import { type Context, printJson } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { readIfThere } from "../files/read-if-there.ts";
import { replaceFile } from "../files/replace-file.ts";
import { shortPath } from "../output/short-path.ts";

/** Prints where the configuration is. */
export function configPath(context: Context): void {
  context.print(context.configFile);
}

/** Prints one value, or all of them. */
export async function configGet(
  context: Context,
  key: string | undefined,
  options: { readonly json?: boolean },
) {
  const table = tableOf(context, await textOf(context));
  if (key === undefined) {
    if (options.json === true) return printJson(context, table);
    const set = Object.entries(table);
    if (set.length === 0) context.note("Nothing is set: the defaults hold.");
    for (const [name, value] of set) context.print(`${name} = ${show(value)}`);
    return;
  }
  const value = table[key];
  if (value === undefined) {
    keyOf(key);
    throw new CliFailure(EXIT.notFound, `${key} is not set; its default holds`);
  }
  if (options.json === true) return printJson(context, value);
  context.print(typeof value === "string" ? value : show(value));
}

/** Sets one key and keeps everything else in the file. */
export async function configSet(context: Context, key: string, text: string) {
  const { parse } = keyOf(key);
  const path = shortPath(context.configFile, context.home);
  if (parse === null) throw new CliFailure(EXIT.usage, `${key} is a table: write it in ${path}`);
  const parsed = parse(text);
  if (parsed.kind === "refused") throw new CliFailure(EXIT.usage, `${key}: ${parsed.message}`);
  const before = await textOf(context);
  tableOf(context, before);
  await replaceFile(context.configFile, setKey(before, key, parsed.value));
  if (context.interactive)
    context.note("The daemon reads it when it starts: maestro down, then up");
}

/** The file's text; what is no file cannot be read or set. */
async function textOf({ configFile, home }: Context): Promise<string> {
  try {
    return (await readIfThere(configFile)) ?? "";
  } catch (error) {
    const reason = (error as Error).message;
    throw new CliFailure(EXIT.failed, `${shortPath(configFile, home)} cannot be read: ${reason}`);
  }
}

function keyOf(key: string): ConfigKey {
  const known = Object.hasOwn(CONFIG_KEYS, key) ? CONFIG_KEYS[key] : undefined;
  if (known !== undefined) return known;
  const keys = SETTABLE_KEYS.join(", ");
  throw new CliFailure(EXIT.usage, `There is no key “${key}”; there are: ${keys}`);
}

function tableOf(context: Context, text: string) {
  const parsed = parseConfig(text);
  if (parsed.kind === "parsed") return parsed.table;
  const path = shortPath(context.configFile, context.home);
  throw new CliFailure(EXIT.failed, `${path} is no TOML: ${parsed.message}`);
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

import { createServer } from "node:net";
import type { TomlTable } from "smol-toml";
import { parseConfig } from "../config/config-file.ts";
import { CONFIG_KEYS } from "../config/config-keys.ts";
import type { Context } from "../context.ts";
import { readIfThere } from "../files/read-if-there.ts";
import { shortPath } from "../output/short-path.ts";
import { type Finding, note, right, wrong } from "./finding.ts";

/** Whether the daemon can use the configuration, and whether all of it means something to it. */
export async function configFindings({ configFile, home }: Context): Promise<Finding[]> {
  const shown = shortPath(configFile, home);
  const bad = (says: string): Finding[] => [
    wrong("config", `${shown}: ${says}`, `Correct ${shown}`),
  ];
  let text: string | null;
  try {
    text = await readIfThere(configFile);
  } catch (error) {
    return bad((error as Error).message);
  }
  if (text === null) return [right("config", "none, the defaults hold")];
  const parsed = parseConfig(text);
  if (parsed.kind === "malformed") return bad(parsed.message);
  const unusable = Object.entries(parsed.table).flatMap(([key, value]) => {
    const message = known(key)?.refuses(value) ?? null;
    return message === null ? [] : bad(`${key}: ${message}`);
  });
  if (unusable.length > 0) return unusable;
  const strange = Object.keys(parsed.table).filter((key) => known(key) === undefined);
  return strange.length === 0
    ? [right("config", shown)]
    : [note("config", `${shown} has keys that mean nothing: ${strange.join(", ")}`)];
}

/** Whether a port that is asked for is free. Only worth a look while no daemon holds it. */
export async function portFinding({ configFile }: Context): Promise<Finding[]> {
  const { port, listen = "127.0.0.1" } = await tableOf(configFile);
  if (typeof port !== "number" || port < 1 || typeof listen !== "string") return [];
  const reason = await new Promise<string | null>((resolve) => {
    const server = createServer();
    server.on("error", (error) => resolve(error.message));
    server.on("listening", () => server.close(() => resolve(null)));
    try {
      server.listen(port, listen);
    } catch (error) {
      resolve((error as Error).message);
    }
  });
  return reason === null
    ? []
    : [wrong("port", reason, `Free port ${port}, or take another: maestro config set port 0`)];
}

function known(key: string) {
  return Object.hasOwn(CONFIG_KEYS, key) ? CONFIG_KEYS[key] : undefined;
}

async function tableOf(path: string): Promise<TomlTable> {
  const text = await readIfThere(path).catch(() => null);
  const parsed = parseConfig(text ?? "");
  return parsed.kind === "parsed" ? parsed.table : {};
}

import { join, resolve } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** A directory of the XDG specification, which says that a relative value is to be ignored. */
function xdg(value: string | undefined, home: string, fallback: string): string {
  return value?.startsWith("/") === true ? value : join(home, fallback);
}

/** Where the daemon keeps its state: as asked for, else the user's own place for it. */
export function stateDirOf(asked: string | undefined, env: Env, home: string): string {
  const named = asked ?? env["MAESTRO_STATE_DIR"];
  if (named !== undefined && named !== "") return resolve(named);
  return join(xdg(env["XDG_STATE_HOME"], home, ".local/state"), "maestro");
}

/** The user's configuration file, which may not exist. */
export function configFileOf(env: Env, home: string): string {
  return join(xdg(env["XDG_CONFIG_HOME"], home, ".config"), "maestro", "config.toml");
}

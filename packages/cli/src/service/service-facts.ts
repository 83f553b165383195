import type { Context } from "../context.ts";
import { daemonEntry } from "../daemon/daemon-entry.ts";

/** What the service's file is made of. */
export interface ServiceFacts {
  readonly node: string;
  readonly daemonEntry: string;
  /** What the daemon is to find in its environment: a service inherits nothing of a shell's. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What of the shell's environment the daemon needs: where things are. Agents are looked for on the
 * PATH, which for a service is the system's alone. Secrets stay out of the file.
 */
const KEPT = ["PATH", "LANG", "LC_ALL", "SHELL", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] as const;

/** The service of this installation, for this user and state directory. */
export function serviceFacts({ env, stateDir }: Context): ServiceFacts {
  const kept = KEPT.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  return {
    node: process.execPath,
    daemonEntry: daemonEntry(env),
    env: { ...Object.fromEntries(kept), MAESTRO_STATE_DIR: stateDir },
  };
}

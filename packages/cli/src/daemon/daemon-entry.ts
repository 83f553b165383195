import { fileURLToPath } from "node:url";

/** The daemon's bundle: beside this one, unless a test says otherwise. */
export function daemonEntry(env: NodeJS.ProcessEnv): string {
  return (
    env["MAESTRO_DAEMON_ENTRY"] ?? fileURLToPath(new URL("maestro-daemon.mjs", import.meta.url))
  );
}

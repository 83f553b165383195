import { once } from "node:events";
import { closeSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

declare const __MAESTRO_VERSION__: string;

/** The descriptor on which whoever started the daemon waits for one line. */
const READY_FD = 3;

function stateDirOf(env: NodeJS.ProcessEnv): string {
  const asked = env["XDG_STATE_HOME"] ?? "";
  // XDG says that a relative value counts as none.
  const home = isAbsolute(asked) ? asked : join(homedir(), ".local", "state");
  return env["MAESTRO_STATE_DIR"] || join(home, "maestro");
}

/** Says one line to whoever waits for it; nobody has to. */
function tell(line: object): void {
  try {
    writeSync(READY_FD, `${JSON.stringify(line)}\n`);
    closeSync(READY_FD);
  } catch {
    process.stderr.write(`${JSON.stringify(line)}\n`);
  }
}

async function runDaemon(): Promise<void> {
  const { startDaemon } = await import("./daemon.ts");
  const { MaestroError } = await import("./domain/maestro-error.ts");
  const asked = new AbortController();
  const stop = (): void => asked.abort();
  try {
    const daemon = await startDaemon({
      stateDir: stateDirOf(process.env),
      env: process.env,
      version: __MAESTRO_VERSION__,
      workerEntry: new URL(import.meta.url),
      hookEntry: fileURLToPath(new URL("maestro-hook.mjs", import.meta.url)),
      onShutdown: stop,
    });
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    // The terminal it was started from is none of its business.
    process.on("SIGHUP", () => {});
    tell({ ready: true, url: daemon.url, socket: daemon.socket });
    if (!asked.signal.aborted) await once(asked.signal, "abort");
    await daemon.stop();
    process.exit(0);
  } catch (error) {
    const { message } = error as Error;
    const code = error instanceof MaestroError ? error.code : "internal";
    tell({ error: { code, message } });
    process.exit(1);
  }
}

// One bundle is both: the daemon, and what its worker threads run.
if (isMainThread) await runDaemon();
else {
  const { runScreenModelWorker } = await import("./adapters/screen-model/worker.ts");
  runScreenModelWorker();
}

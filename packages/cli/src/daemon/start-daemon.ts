import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../context.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { daemonEntry } from "./daemon-entry.ts";
import { type DaemonRecord, runningDaemon } from "./daemon-record.ts";
import { deferred } from "./deferred.ts";
import { parseReadyLine, type ReadyLine } from "./ready-line.ts";

/** A machine that is busy with builds starts nothing quickly. */
const START_LIMIT_MS = 30_000;

/** How starting went. `failed` carries a sentence for a person. */
export type StartOutcome =
  | { readonly kind: "running"; readonly daemon: DaemonRecord }
  | { readonly kind: "failed"; readonly message: string };

/** Starts a daemon for this state directory, or joins the one that another caller starts just now. */
export async function startDaemon(context: Context): Promise<StartOutcome> {
  const inTheWay = await makeDirectory(context.stateDir).then(
    () => null,
    (error: Error) => error.message,
  );
  if (inTheWay !== null) {
    return { kind: "failed", message: `The state directory cannot be made: ${inTheWay}` };
  }
  const deadline = Date.now() + START_LIMIT_MS;
  const child = spawnDaemon(context);
  const said = await firstLine(child, deadline);
  if (said.kind === "failed" && said.code !== "already_running") {
    return { kind: "failed", message: `${said.message}${hintFor(said.code)}` };
  }
  // Ready, or somebody else's is: either way the record says where.
  const daemon = await recordBefore(context.stateDir, deadline);
  if (daemon !== null) return { kind: "running", daemon };
  return {
    kind: "failed",
    message: `The daemon does not answer; see ${context.stateDir}/daemon.log`,
  };
}

/** Of several missing programs the daemon names the first; doctor names all, and how to get them. */
function hintFor(code: string): string {
  const aboutTools = code === "tmux_failed" || code === "worktree_failed";
  return aboutTools ? "\nHow to get it: maestro doctor" : "";
}

/**
 * Detached, in a process session of its own and without our terminal, so that neither a Ctrl-C here
 * nor the end of this shell reaches it. Descriptor 3 is where it says that it is up.
 */
function spawnDaemon({ env, stateDir }: Context): ChildProcess {
  const child = spawn(process.execPath, [daemonEntry(env)], {
    cwd: "/",
    detached: true,
    env: { ...outsideSession(env), MAESTRO_STATE_DIR: stateDir },
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  child.unref();
  return child;
}

/** A daemon that is started from inside a session is not that session's. */
function outsideSession(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    MAESTRO_SESSION_ID: _id,
    MAESTRO_TICKET: _ticket,
    MAESTRO_URL: _url,
    MAESTRO_DAEMON_ENTRY: _entry,
    ...rest
  } = env;
  return rest;
}

async function firstLine(child: ChildProcess, deadline: number): Promise<ReadyLine> {
  const pipe = child.stdio[3] as Readable;
  const { promise, resolve } = deferred<ReadyLine>();
  let text = "";
  const late = setTimeout(
    () =>
      resolve({
        kind: "failed",
        code: "",
        message: `The daemon was not up after ${START_LIMIT_MS / 1000} s.`,
      }),
    deadline - Date.now(),
  );
  const line = (): void => resolve(parseReadyLine(text.slice(0, text.indexOf("\n"))));
  pipe.setEncoding("utf8");
  pipe.on("data", (chunk: string) => {
    text += chunk;
    if (text.includes("\n")) line();
  });
  pipe.on("error", () => {});
  pipe.on("close", () =>
    resolve({ kind: "failed", code: "", message: "The daemon ended before it was up." }),
  );
  child.on("error", (error) => resolve({ kind: "failed", code: "", message: error.message }));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    pipe.destroy();
  }
}

async function recordBefore(stateDir: string, deadline: number): Promise<DaemonRecord | null> {
  for (;;) {
    const daemon = await runningDaemon(stateDir);
    if (daemon !== null || Date.now() >= deadline) return daemon;
    await delay(20);
  }
}

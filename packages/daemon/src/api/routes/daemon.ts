import { openApiDocument, type Routes } from "@maestro/protocol";
import type * as z from "zod";
import type { HandlerDeps, Handlers } from "../handlers.ts";

type DaemonCalls = "health" | "getStatus" | "shutdown" | "getOpenApi";
type OpenApi = z.input<Routes["getOpenApi"]["response"]>;

/** The calls about the daemon itself. */
export function daemonHandlers(deps: HandlerDeps): Pick<Handlers, DaemonCalls> {
  const { daemon, operations } = deps;
  const uptime = (): number => Math.floor((performance.now() - daemon.startedAt) / 1000);
  // Through JSON, which leaves out what is undefined: what is sent is what is checked.
  const openApi = JSON.parse(JSON.stringify(openApiDocument(daemon.version))) as OpenApi;

  return {
    health: () => ({ name: "maestro", version: daemon.version, uptime_s: uptime() }),
    getStatus: () => {
      const { sessions, recovered, tmux, git, home } = operations.facts();
      return {
        version: daemon.version,
        pid: process.pid,
        uptime_s: uptime(),
        url: daemon.url(),
        socket: daemon.socketPath,
        state_dir: daemon.stateDir,
        home,
        runtime_dir: daemon.runtimeDir,
        tmux,
        git,
        sessions: { ...sessions },
        recovered,
      };
    },
    // After the answer: whoever asked wants to hear that it was heard.
    shutdown: () => void setImmediate(deps.onShutdown),
    getOpenApi: () => openApi,
  };
}

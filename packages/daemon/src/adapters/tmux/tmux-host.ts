import { randomBytes } from "node:crypto";
import { dirname, isAbsolute, relative } from "node:path";
import { mkdir, open, stat } from "node:fs/promises";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { SessionId } from "../../domain/session.ts";
import type { ProcessRef } from "../../ports/process-table.ts";
import type {
  Finding,
  Pane,
  PaneListener,
  PaneStart,
  TerminalHost,
} from "../../ports/terminal-host.ts";
import { prepareCommand } from "./command-file.ts";
import { endProcesses, stillRunning } from "./end-processes.ts";
import { readExitStatus } from "./exit-status.ts";
import { captureScreen, openWithCapture } from "./capture-screen.ts";
import { type PaneContext, TmuxPane } from "./pane.ts";
import { Pipe } from "./pipe.ts";
import { readScrollback } from "./read-scrollback.ts";
import type { RuntimeDirectory, TerminalPaths } from "./runtime-directory.ts";
import { recoverServerFile } from "./recover-server-file.ts";
import { readServerFile, type ServerFile, writeServerFile } from "./server-file.ts";
import { expectDone } from "./tmux.ts";

/** Sessions as tmux terminals, each on a server of its own. */
export class TmuxHost implements TerminalHost {
  readonly #context: PaneContext;
  readonly #runtime: RuntimeDirectory;
  readonly #live = new Set<TmuxPane>();

  constructor(context: PaneContext, runtime: RuntimeDirectory) {
    this.#context = context;
    this.#runtime = runtime;
  }

  directoryOf(id: SessionId): string {
    return this.#runtime.pathsOf(id).directory;
  }

  version(): Promise<string | null> {
    return this.#context.tmux.version();
  }

  async start(start: PaneStart, listener: PaneListener): Promise<Pane> {
    const paths = this.#runtime.pathsOf(start.id);
    await this.clear(start.id);
    try {
      await mkdir(paths.directory, { mode: 0o700 });
      const { script, serverEnv } = prepareCommand(start);
      await writePrivate(paths.command, script);
      for (const { path, content } of start.files) await writeBelow(paths.directory, path, content);
      // The shell that writes it has the user's umask, which is the command's too.
      await writePrivate(paths.said, "");
      const pipe = await Pipe.open(paths.directory, 1, [paths.events, paths.hold]);
      try {
        const server = await this.#newSession(start, paths, { pipe, serverEnv });
        return this.#adopt(paths, { id: start.id, server, pipe, pipeNumber: 1 }, listener);
      } catch (error) {
        await pipe.close();
        throw error;
      }
    } catch (error) {
      await this.clear(start.id);
      if (error instanceof MaestroError) throw error;
      const { message } = error as Error;
      throw new MaestroError("tmux_failed", `The terminal could not be started: ${message}`, {
        cause: error,
      });
    }
  }

  async find(id: SessionId, generation: number | null, listener: PaneListener): Promise<Finding> {
    const paths = this.#runtime.pathsOf(id);
    let server = await readServerFile(paths.server);
    if (server === null) {
      const asked = await recoverServerFile(this.#context, paths, generation ?? 1);
      if (asked.kind !== "recovered") return asked;
      server = asked.server;
    }
    const { tmux, processes } = this.#context;
    const [serverLives, wrapperLives] = await processes.areAlive([server.server, server.pane]);
    if (serverLives !== true) return { kind: "gone" };
    if (generation !== null && server.generation !== generation) {
      return { kind: "unknown", reason: "its tmux server belongs to another start of the session" };
    }
    try {
      const exit = await readExitStatus(paths.status);
      if (exit !== null || wrapperLives !== true) {
        const capture = await captureScreen(tmux, paths, server.paneId);
        const target = { socket: paths.socket, paneId: server.paneId };
        const scrollback = (maxBytes: number) => readScrollback(tmux, target, maxBytes);
        return { kind: "ended", exit, capture, scrollback, generation: server.generation };
      }
      const pipeNumber = Date.now();
      const { pipe, capture } = await openWithCapture(tmux, paths, server.paneId, pipeNumber);
      const pane = this.#adopt(paths, { id, server, pipe, pipeNumber }, listener);
      return { kind: "alive", pane, capture, generation: server.generation };
    } catch (error) {
      return this.#judgeFailure(paths, server, error as Error);
    }
  }

  list(): Promise<readonly SessionId[]> {
    return this.#runtime.sessions();
  }

  async sweep(): Promise<void> {
    for (const pane of this.#live) if (pane.isOver) this.#live.delete(pane);
    const panes = [...this.#live];
    const alive = await this.#context.processes.areAlive(panes.flatMap((pane) => pane.pillars));
    for (const [at, pane] of panes.entries()) {
      const [server, wrapper] = [alive[2 * at] === true, alive[2 * at + 1] === true];
      if (!server || !wrapper) await pane.fell(server);
    }
  }

  async end(id: SessionId): Promise<void> {
    const { processes } = this.#context;
    await this.clear(id);
    const left = await endProcesses(processes, () => processes.processesOf(id, null));
    if (left.length > 0) throw stillRunning(left);
  }

  async clear(id: SessionId): Promise<void> {
    const { socket } = this.#runtime.pathsOf(id);
    if (
      await stat(socket).then(
        () => true,
        () => false,
      )
    ) {
      await this.#context.tmux.call({ socket, args: ["kill-server"] });
    }
    await this.#runtime.remove(id);
  }

  async #newSession(
    start: PaneStart,
    paths: TerminalPaths,
    { pipe, serverEnv }: { pipe: Pipe; serverEnv: Readonly<Record<string, string>> },
  ): Promise<ServerFile> {
    const name = `maestro-${start.id}`;
    const target = `=${name}:`;
    const nonce = randomBytes(12).toString("hex");
    const hold = ["/bin/sh", this.#runtime.holdScript, paths.directory, nonce];
    const size = ["-x", `${start.cols}`, "-y", `${start.rows}`];
    const facts = ["-P", "-F", "#{pid} #{pane_id} #{pane_pid}"];
    // One command line: tmux reads nothing from the pane before the pipe is there to catch it.
    const args = [
      ["new-session", "-d", ...facts, "-s", name, ...size, "--", ...hold],
      ["set-option", "-w", "-t", target, "window-size", "manual"],
      ["set-option", "-t", target, "@maestro_id", start.id],
      ["pipe-pane", "-IO", "-t", target, pipe.helperLine],
    ].flatMap((command, at) => (at === 0 ? command : [";", ...command]));
    const outcome = await this.#context.tmux.call({
      socket: paths.socket,
      args,
      env: serverEnv,
      cwd: start.cwd,
      config: this.#runtime.config,
    });
    const stdout = expectDone(outcome, "The terminal could not be started").toString("utf8");
    const match = /^(\d+) (%\d+) (\d+)\n/.exec(stdout);
    if (match === null)
      throw new MaestroError("tmux_failed", "tmux answered strangely to a start.");
    const server = {
      server: await this.#identify(Number(match[1])),
      pane: await this.#identify(Number(match[3])),
      paneId: match[2] ?? "",
      generation: start.generation,
      nonce,
    };
    await writeServerFile(paths.server, server);
    return server;
  }

  /** A process that is gone again already gets an identity that nothing has. */
  async #identify(pid: number): Promise<ProcessRef> {
    return (await this.#context.processes.identify(pid)) ?? { pid, started: "gone" };
  }

  #adopt(
    paths: TerminalPaths,
    known: { id: SessionId; server: ServerFile; pipe: Pipe; pipeNumber: number },
    listener: PaneListener,
  ): TmuxPane {
    const pane = new TmuxPane(this.#context, paths, known, listener);
    this.#live.add(pane);
    pane.listen();
    return pane;
  }

  async #judgeFailure(paths: TerminalPaths, server: ServerFile, error: Error): Promise<Finding> {
    const [lives] = await this.#context.processes.areAlive([server.server]);
    if (lives !== true) return { kind: "gone" };
    const args = ["list-panes", "-a", "-F", "#{pane_id}"];
    const panes = await this.#context.tmux.call({ socket: paths.socket, args });
    const lost =
      panes.kind === "done" && !panes.stdout.toString("utf8").split("\n").includes(server.paneId);
    return lost ? { kind: "gone" } : { kind: "unknown", reason: error.message };
  }
}

async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** A file of the session's own, in its terminal's directory and nowhere else. */
async function writeBelow(directory: string, path: string, content: string): Promise<void> {
  const inside = relative(directory, path);
  if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) {
    throw new Error(`${path} is not below ${directory}`);
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writePrivate(path, content);
}

import { realpathSync, statSync } from "node:fs";
import type { PaneFacts, ProcessRef, ProcessTable } from "../../ports/process-table.ts";
import { foregroundJob } from "./foreground-job.ts";
import { isWithin, leadsToRemoved } from "./lives-in.ts";
import { readProcFile, readProcLink } from "./proc-files.ts";
import { kernelListsChildren, ProcView } from "./proc-view.ts";
import type { ProcessRow } from "./process-row.ts";
import { type PaneFinding, PaneMemory } from "./pane-memory.ts";
import { processesAround } from "./pane-rest.ts";
import { programName } from "./program-name.ts";
import { sendSignal } from "./send-signal.ts";
import { argumentsOf, carriesMarker } from "./session-marker.ts";
import { sessionProcesses } from "./session-processes.ts";
import { StatMemory } from "./stat-memory.ts";

/** Where a kernel differs; found out by looking unless a test says otherwise. */
export interface LinuxOptions {
  readonly listsChildren?: boolean;
}

/**
 * The process table of Linux, read from `/proc` without starting anything. The reads are
 * synchronous: the kernel answers each from memory in microseconds, and the thread pool would cost
 * several times that.
 */
export function linuxProcessTable(options: LinuxOptions = {}): ProcessTable {
  const listsChildren = options.listsChildren ?? kernelListsChildren();
  const look = (memory?: StatMemory): ProcView => new ProcView(listsChildren, memory);

  const identify = (pid: number, view = look()): ProcessRef | null => {
    const row = view.find(pid);
    return row?.alive === true ? toRef(row) : null;
  };
  const isAlive = (process: ProcessRef, view = look()): boolean =>
    identify(process.pid, view)?.started === process.started;

  const stats = new StatMemory();
  const lastLook = new PaneMemory(stats);

  return {
    identify: async (pid) => identify(pid),
    areAlive: async (processes) => {
      const view = look();
      return processes.map((process) => isAlive(process, view));
    },
    paneFacts: async (panePids, quiet) => {
      const view = look(stats);
      const found = new Map<number, PaneFinding>();
      for (const pid of panePids) {
        const isQuiet = quiet?.has(pid) === true;
        const finding =
          (isQuiet ? lastLook.findUnchanged(pid) : null) ??
          lookAtPane(view, pid, isQuiet ? lastLook.find(pid) : null);
        if (finding !== null) found.set(pid, finding);
      }
      // Whoever asks for one pane only must not make the next look at all of them a first one.
      if (quiet !== undefined) lastLook.endLook(found);
      return new Map([...found].map(([pid, { facts }]) => [pid, facts]));
    },
    isAtRest: async (panePid) => {
      const view = look();
      const around = processesAround(view, panePid, process.pid);
      return around.length > 0 && around.every((row) => view.sleepsWholly(row));
    },
    processesOf: async (session, panePid) => {
      const view = look();
      const marked = view
        .all()
        .filter((row) => row.alive && isOurs(row) && carriesMarker(row.pid, session));
      return sessionProcesses(view, {
        pane: panePid === null ? null : view.find(panePid),
        marked,
        terminalServer: marked.find((row) => isTerminalServer(row, session)) ?? null,
        self: process.pid,
      }).map(toRef);
    },
    livesIn: async (path) => {
      const directory = realpathOf(path);
      if (directory === null) return null;
      for (const row of look().all()) {
        const link = `/proc/${row.pid}/cwd`;
        const cwd = row.alive ? readProcLink(link) : null;
        if (cwd === null || !isWithin(cwd, directory) || leadsToRemoved(link, cwd)) continue;
        return `${nameOf(row)} (pid ${row.pid})`;
      }
      return null;
    },
    signal: async (process, signal) => {
      if (isAlive(process)) sendSignal(process.pid, signal);
    },
  };
}

/** What runs in a pane, with what is dear to find out as it was then where the same program rests. */
function lookAtPane(view: ProcView, panePid: number, last: PaneFinding | null): PaneFinding | null {
  const pane = view.findPane(panePid);
  if (pane?.alive !== true) return null;
  const { program, cpuMs, seenFrom } = foregroundJob(view, pane);
  const isSame = last?.facts.foregroundPid === (program?.pid ?? null) && last.facts.cpuMs === cpuMs;
  return { facts: isSame ? last.facts : factsOf(program, cpuMs), pids: seenFrom };
}

function factsOf(program: ProcessRow | null, cpuMs: number): PaneFacts {
  if (program === null) {
    return { foreground: null, foregroundPid: null, cwd: null, cpuMs, readsTerminal: null };
  }
  return {
    foreground: nameOf(program),
    foregroundPid: program.pid,
    cwd: directoryOf(program),
    cpuMs,
    readsTerminal: sleepsInRead(program.pid),
  };
}

function toRef(row: ProcessRow): ProcessRef {
  return { pid: row.pid, started: String(row.started) };
}

function nameOf(row: ProcessRow): string {
  return programName(row.comm, () => argumentsOf(row.pid)[0] ?? null);
}

/** A directory that was removed under its process is none to show. */
function directoryOf(row: ProcessRow): string | null {
  const link = `/proc/${row.pid}/cwd`;
  const cwd = readProcLink(link);
  return cwd === null || leadsToRemoved(link, cwd) ? null : cwd;
}

/** The kernel's function that a process sleeps in; a blocking read of a terminal ends in these. */
function sleepsInRead(pid: number): boolean | null {
  const name = readProcFile(`/proc/${pid}/wchan`)?.toString("latin1") ?? "0";
  return name === "0" ? null : name === "wait_woken" || name.startsWith("n_tty_read");
}

/** As root every environment can be read, but another user's processes are still not ours to end. */
function isOurs(row: ProcessRow): boolean {
  const stat = statSync(`/proc/${row.pid}`, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.geteuid?.();
}

/** A session's server is told by the name it was asked to give its tmux session. */
function isTerminalServer(row: ProcessRow, session: string): boolean {
  if (!row.leadsSession || row.terminal !== null || !row.comm.startsWith("tmux")) return false;
  return argumentsOf(row.pid).includes(`maestro-${session}`);
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

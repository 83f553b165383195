import type { ProcessRef, ProcessTable } from "../../ports/process-table.ts";
import { run } from "../process/run.ts";
import { foregroundJob } from "./foreground-job.ts";
import { livesInByLsof } from "./lsof.ts";
import { parsePs, PS_COLUMNS } from "./parse-ps.ts";
import { childrenByParent, type ProcessRow, type ProcessView } from "./process-row.ts";
import { processesAround } from "./pane-rest.ts";
import { programName } from "./program-name.ts";
import { sendSignal } from "./send-signal.ts";
import { sessionProcesses } from "./session-processes.ts";

const TIMEOUT_MS = 5_000;
// procps works the start out from the time since boot, which may round to the second beside it.
const SAME_START_MS = 1_000;

/**
 * The process table where there is no `/proc`, by one `ps` for each question. It shows neither
 * directories (who works in one, `lsof` tells) nor, reliably, environments: macOS hides those of
 * protected programs and does not tell where arguments end. So a pane's processes are its
 * descendants and its terminal's.
 */
export function psProcessTable(): ProcessTable {
  return {
    identify: async (pid) => {
      const row = await find(pid);
      return row === null ? null : toRef(row);
    },
    areAlive,
    paneFacts: async (panePids) => {
      if (panePids.length === 0) return new Map();
      const view = viewOf(await listProcesses(["-ax"]));
      const panes = panePids.flatMap((pid) => view.find(pid) ?? []).filter((pane) => pane.alive);
      return new Map(
        panes.map((pane) => {
          const { program, cpuMs } = foregroundJob(view, pane);
          const foreground = program === null ? null : programName(program.comm, () => null);
          const foregroundPid = program?.pid ?? null;
          const facts = { foreground, foregroundPid, cwd: null, cpuMs, readsTerminal: null };
          return [pane.pid, facts];
        }),
      );
    },
    isAtRest: async (panePid) => {
      const around = processesAround(viewOf(await listProcesses(["-ax"])), panePid, process.pid);
      return around.length > 0 && around.every((row) => row.sleeps);
    },
    processesOf: async (_session, panePid) => {
      if (panePid === null) return [];
      const view = viewOf(await listProcesses(["-ax"]));
      const pane = view.find(panePid);
      return sessionProcesses(view, {
        pane,
        marked: [],
        terminalServer: null,
        self: process.pid,
      }).map(toRef);
    },
    livesIn: (path) => livesInByLsof(path),
    signal: async (process, signal) => {
      const [alive] = await areAlive([process]);
      if (alive === true) sendSignal(process.pid, signal);
    },
  };
}

async function find(pid: number): Promise<ProcessRow | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const row = (await listProcesses(["-p", String(pid)])).get(pid);
  return row?.alive === true ? row : null;
}

async function areAlive(processes: readonly ProcessRef[]): Promise<readonly boolean[]> {
  const pids = processes
    .map(({ pid }) => pid)
    .filter((pid) => Number.isSafeInteger(pid) && pid > 0);
  if (pids.length === 0) return processes.map(() => false);
  const rows = await listProcesses(["-p", pids.join(",")]);
  return processes.map(({ pid, started }) => {
    const row = rows.get(pid);
    return row?.alive === true && Math.abs(row.started - Number(started)) <= SAME_START_MS;
  });
}

async function listProcesses(which: readonly string[]): Promise<ReadonlyMap<number, ProcessRow>> {
  const outcome = await run({
    file: "ps",
    args: ["-ww", ...which, ...PS_COLUMNS],
    // The start is printed in the time zone and language of the environment. A character type that
    // the system does not know leaves everything at C, which only costs names their letters.
    env: {
      PATH: process.env["PATH"] ?? "/usr/bin:/bin",
      LANG: "C",
      LC_CTYPE: "C.UTF-8",
      TZ: "UTC",
    },
    timeoutMs: TIMEOUT_MS,
  });
  // With a pid that is gone, `ps` prints nothing and exits with 1.
  if (outcome.kind === "exited" && outcome.code <= 1 && outcome.stderr === "") {
    return parsePs(outcome.stdout.toString("utf8"));
  }
  const words = "stderr" in outcome ? outcome.stderr : "";
  throw new Error(`ps did not list the processes (${outcome.kind}): ${words}`);
}

function viewOf(rows: ReadonlyMap<number, ProcessRow>): ProcessView {
  const all = [...rows.values()];
  const children = childrenByParent(all);
  return {
    find: (pid) => rows.get(pid) ?? null,
    childrenOf: (parent) => children.get(parent.pid) ?? [],
    all: () => all,
  };
}

function toRef(row: ProcessRow): ProcessRef {
  return { pid: row.pid, started: String(row.started) };
}

import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { followEvents } from "@maestro/client";
import { BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median, percentile } from "../support/statistics.ts";

const SESSIONS = 100;
const IDLE_S = 60;
const SUBSCRIBERS = 100;
const SLEEP = ["/bin/sh", "-c", "printf up; exec sleep 3600"];

/** A hundred idle sessions: what they cost, how fast all are told, listed and found again. */
export const many: Scenario = {
  name: "many",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      const ids: string[] = [];
      for (let at = 0; at < SESSIONS; at++) ids.push((await daemon.create(SLEEP)).id);
      return [
        ...(await idleCost(daemon)),
        await listing(daemon),
        await fanOut(daemon, ids[0] ?? ""),
        ...(await adoption(daemon)),
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

async function idleCost(daemon: BenchDaemon): Promise<Figure[]> {
  if (daemon.connection === null) throw new Error("the daemon does not run");
  let events = 0;
  const stream = followEvents(daemon.connection, { changed: () => events++ });
  // Let what starting left behind settle: activity falls to idle, trees are looked at, and the
  // last of the sessions has been quiet for as long as it takes to count as that.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  events = 0;
  const before = await daemon.cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, IDLE_S * 1_000));
  const share = ((await daemon.cpuSeconds()) - before) / IDLE_S;
  stream.close();
  const heard = events;
  const memory = await daemon.residentMb();
  const others = await helpersMb(daemon);
  return [
    figure(`idle daemon, ${SESSIONS} sessions, one client`, "% of a core", share * 100, 0.5),
    figure("events in that time", "", heard, 0),
    figure("daemon memory", "MB", memory, 250),
    figure("tmux, wrappers and pipes of all sessions (PSS)", "MB", others, 300),
  ];
}

async function helpersMb(daemon: BenchDaemon): Promise<number> {
  let kilobytes = 0;
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid) || Number(pid) === daemon.pid || Number(pid) === process.pid) continue;
    const environ = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (!environ.includes(daemon.home)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

async function listing(daemon: BenchDaemon): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 50; round++) {
    const began = performance.now();
    await daemon.api.listSessions();
    times.push(performance.now() - began);
  }
  return figure(`list of ${SESSIONS} sessions, p50`, "ms", median(times), 10);
}

async function fanOut(daemon: BenchDaemon, id: string): Promise<Figure> {
  const { connection } = daemon;
  if (connection === null) throw new Error("the daemon does not run");
  const heard: number[] = [];
  let began = 0;
  const streams = Array.from({ length: SUBSCRIBERS }, () =>
    followEvents(connection, {
      changed: (_view, event) => {
        if (event.type === "session_updated" && event.session.id === id) {
          heard.push(performance.now() - began);
        }
      },
    }),
  );
  while (streams.some(({ view }) => !view.current)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (let round = 1; round <= 20; round++) {
    began = performance.now();
    await daemon.api.updateSession({ params: { id }, body: { name: `round ${round}` } });
    while (heard.length < round * SUBSCRIBERS)
      await new Promise((resolve) => setImmediate(resolve));
  }
  for (const stream of streams) stream.close();
  return figure(`event to ${SUBSCRIBERS} subscribers, p99`, "ms", percentile(heard, 0.99), 20);
}

async function adoption(daemon: BenchDaemon): Promise<Figure[]> {
  await daemon.crash();
  const began = performance.now();
  const answers = await daemon.up();
  while (!(await daemon.api.getStatus()).recovered) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const adopted = performance.now() - began;
  return [
    figure(`start with ${SESSIONS} live sessions: the API answers`, "ms", answers, 300),
    figure(`start with ${SESSIONS} live sessions: all adopted`, "ms", adopted, 1_000),
  ];
}

function figure(what: string, unit: string, ours: number, most: number): Figure {
  return { what, unit, ours, theirs: null, goal: `≤ ${most} ${unit}`, reached: ours <= most };
}

/** The CLI and the hook program, start to finish. */
export const programs: Scenario = {
  name: "programs",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      for (let at = 0; at < 5; at++) await daemon.create(SLEEP);
      const root = new URL("../../../dist/", import.meta.url).pathname;
      const time = (file: string, args: readonly string[]): number => {
        const began = performance.now();
        execFileSync(process.execPath, [`${root}${file}`, ...args], {
          env: { ...daemon.env, MAESTRO_TICKET: "none" },
          input: "{}",
        });
        return performance.now() - began;
      };
      const samples = { ls: [] as number[], hook: [] as number[], node: [] as number[] };
      for (let round = 0; round < 15; round++) {
        samples.ls.push(time("maestro.mjs", ["ls"]));
        samples.hook.push(time("maestro-hook.mjs", ["claude"]));
        const began = performance.now();
        execFileSync(process.execPath, ["-e", "0"]);
        samples.node.push(performance.now() - began);
      }
      const node = median(samples.node);
      return [
        { ...figure("maestro ls", "ms", median(samples.ls), 120), theirs: node },
        { ...figure("maestro hook", "ms", median(samples.hook), 80), theirs: node },
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

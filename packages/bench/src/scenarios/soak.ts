import { readdir } from "node:fs/promises";
import { followEvents } from "@maestro/client";
import { BenchClient, BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median } from "../support/statistics.ts";

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 10);

/** Ten sessions of which each changes its state every ninety seconds, day and night. */
const EVENTS_OF_A_DAY = 9_600;

/** Sessions that stay throughout, beside those that come and go. */
const STAYING = 10;
const COMING = 5;

/** A command that prints a hundred kilobytes whenever it is told to, and ends when told so. */
const TALKS = [
  "/bin/sh",
  "-c",
  'while read -r word; do [ "$word" = end ] && exit 3; seq 1 20000; echo DONE; done',
];

/** How often an agent goes to work and comes to rest again in each round. */
const TURNS = 10;

/** The first part of a run is left out: caches fill, and the heap takes its size. */
const WARM_UP = 0.3;

/** What is measured between two rounds, when nothing is going on. */
interface Sample {
  readonly megabytes: number;
  readonly descriptors: number;
}

/** Everything that happens in a day, over and over as fast as it goes: nothing may grow by it. */
export const soak: Scenario = {
  name: "soak",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      if (daemon.connection === null) throw new Error("the daemon does not run");
      let events = 0;
      const stream = followEvents(daemon.connection, { changed: () => events++ });
      const staying: string[] = [];
      for (let at = 0; at < STAYING; at++) staying.push((await daemon.create(TALKS)).id);
      const samples: Sample[] = [];
      const end = performance.now() + MINUTES * 60_000;
      while (performance.now() < end) {
        await round(daemon, staying, samples.length);
        samples.push(await look(daemon));
      }
      stream.close();
      return figures(samples, events);
    } finally {
      await daemon.destroy();
    }
  },
};

/** A bit of everything: starts, ends, kills, output, typing, sizes, names, reports, screens. */
async function round(daemon: BenchDaemon, staying: readonly string[], at: number): Promise<void> {
  const { api } = daemon;
  const coming = await Promise.all(Array.from({ length: COMING }, () => daemon.create(TALKS)));
  const ids = [...staying, ...coming.map(({ id }) => id)];
  await Promise.all(ids.map((id, index) => useOne(daemon, id, at * ids.length + index)));
  for (const [index, { id }] of coming.entries()) {
    const params = { id };
    if (index % 2 === 0) {
      await api.sendInput({ params, body: { text: "end", submit: true } });
      await api.waitForSession({ params, query: { for: "dead", timeout_s: "60" } });
      await api.getScreen({ params, query: { scrollback: "10000" } });
    }
    await api.killSession({ params, query: { force: "true" } });
  }
}

async function useOne(daemon: BenchDaemon, id: string, number: number): Promise<void> {
  const { api } = daemon;
  const params = { id };
  const clients = [new BenchClient(daemon, id), new BenchClient(daemon, id)] as const;
  await Promise.all(clients.map((client) => client.live()));
  clients[0].stream.resize(100 + (number % 7), 30);
  clients[0].stream.focus(number % 2 === 0);
  await api.updateSession({ params, body: { name: `number ${number}` } });
  // The snapshot may show the end of an earlier round.
  clients[0].forget();
  clients[1].type("go\r");
  await clients[0].sees("DONE");
  for (let turn = 0; turn < TURNS; turn++) {
    await api.report({ params, body: { state: "active", detail: `step ${turn}` } });
    await api.report({ params, body: { state: "idle" } });
  }
  await api.getScreen({ params, query: { scrollback: "100" } });
  for (const { stream } of clients) stream.close();
}

async function look(daemon: BenchDaemon): Promise<Sample> {
  // What was closed last is still being closed.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const descriptors = (await readdir(`/proc/${daemon.pid}/fd`)).length;
  return { megabytes: await daemon.residentMb(), descriptors };
}

function figures(samples: readonly Sample[], events: number): Figure[] {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP));
  const third = Math.max(1, Math.floor(steady.length / 3));
  const [first, last] = [steady.slice(0, third), steady.slice(-third)];
  const middle = (some: readonly Sample[], what: keyof Sample): number =>
    median(some.map((sample) => sample[what]));
  const memory = [middle(first, "megabytes"), middle(last, "megabytes")] as const;
  const open = [middle(first, "descriptors"), middle(last, "descriptors")] as const;
  return [
    figure(`events in ${MINUTES} minutes, ${samples.length} rounds`, "", events, {
      goal: `≥ a day's ${EVENTS_OF_A_DAY}`,
      reached: events >= EVENTS_OF_A_DAY,
    }),
    figure("memory in the last third, beside the first", "MB", memory[1], {
      theirs: memory[0],
      goal: "≤ 1.1 ×",
      reached: memory[1] <= 1.1 * memory[0],
    }),
    figure("descriptors in the last third, beside the first", "", open[1], {
      theirs: open[0],
      goal: "the same",
      reached: open[1] <= open[0],
    }),
  ];
}

function figure(
  what: string,
  unit: string,
  ours: number,
  rest: { readonly theirs?: number; readonly goal: string; readonly reached: boolean },
): Figure {
  return { what, unit, ours, theirs: null, ...rest };
}

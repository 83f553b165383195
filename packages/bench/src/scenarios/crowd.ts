import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BenchClient, BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median } from "../support/statistics.ts";
import { TmuxBehindPty } from "../support/tmux-behind-pty.ts";

const SESSIONS = 30;
const MEGABYTES_EACH = 2;
const ROUNDS = 3;

/** Many sessions that print at once, against one shared tmux server that nobody looks at. */
export const crowd: Scenario = {
  name: "crowd",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    const file = join(daemon.home, "text");
    const line = `${"a line of output that a build prints ".repeat(2)}\n`;
    writeFileSync(file, line.repeat((MEGABYTES_EACH * 1_000_000) / line.length));
    const command = ["/bin/sh", "-c", `read -r go; cat ${file}; printf DONE; read -r end`];
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await throughMaestro(daemon, command));
        theirs.push(await throughOneServer(command));
      }
      const all = SESSIONS * MEGABYTES_EACH;
      const figures = {
        ours: all / (median(ours) / 1_000),
        theirs: all / (median(theirs) / 1_000),
      };
      return [
        {
          what: `output of ${SESSIONS} sessions at once, models included`,
          unit: "MB/s",
          ...figures,
          goal: "≥ 2 × one tmux server",
          reached: figures.ours >= 2 * figures.theirs,
        },
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

async function throughMaestro(daemon: BenchDaemon, command: readonly string[]): Promise<number> {
  const clients: BenchClient[] = [];
  const ids: string[] = [];
  for (let at = 0; at < SESSIONS; at++) {
    const { id } = await daemon.create(command);
    ids.push(id);
    const client = new BenchClient(daemon, id);
    await client.live();
    clients.push(client);
  }
  const began = performance.now();
  for (const client of clients) client.type("\r");
  await Promise.all(clients.map((client) => client.sees("DONE")));
  const took = performance.now() - began;
  for (const client of clients) client.stream.close();
  for (const id of ids) await daemon.api.killSession({ params: { id }, query: { force: "true" } });
  return took;
}

async function throughOneServer(command: readonly string[]): Promise<number> {
  const peer = new TmuxBehindPty();
  try {
    await peer.start(command, false);
    for (let at = 1; at < SESSIONS; at++) peer.tmux(["new-window", "-d", ...command]);
    const began = performance.now();
    for (let at = 0; at < SESSIONS; at++) peer.tmux(["send-keys", "-t", `:${at}`, "Enter"]);
    for (let at = 0; at < SESSIONS; at++) {
      while (!peer.tmux(["capture-pane", "-p", "-t", `:${at}`]).includes("DONE")) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return performance.now() - began;
  } finally {
    peer.destroy();
  }
}

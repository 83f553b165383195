import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BenchClient, BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median } from "../support/statistics.ts";
import { TmuxBehindPty } from "../support/tmux-behind-pty.ts";

const MEGABYTES = 30;
const ROUNDS = 5;

/** Text as a build prints it: lines of different lengths with some colour. */
function buildLog(bytes: number): string {
  const lines: string[] = [];
  let size = 0;
  for (let at = 0; size < bytes; at++) {
    const line = `\u001B[3${at % 8}m[${at}]\u001B[0m compiling src/module-${at % 97}/part-${at}.ts ${"=".repeat(at % 40)}\n`;
    lines.push(line);
    size += line.length;
  }
  return lines.join("");
}

/** Output through the daemon, every byte delivered, against a tmux that nobody looks at. */
export const throughput: Scenario = {
  name: "throughput",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      const log = buildLog(MEGABYTES * 1_000_000);
      const file = join(daemon.home, "build.log");
      writeFileSync(file, log);
      const expected = log.length + log.split("\n").length - 1;
      const command = ["/bin/sh", "-c", `read -r go; cat ${file}; printf DONE; read -r end`];
      const ours: number[] = [];
      const theirs: number[] = [];
      const cpu: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const session = await daemon.create(command);
        const client = new BenchClient(daemon, session.id);
        await client.live();
        const before = await daemon.cpuSeconds();
        const start = client.received;
        const began = performance.now();
        client.type("\r");
        await client.sees("DONE");
        ours.push(performance.now() - began);
        if (client.resyncs === 0 && client.received - start < expected) {
          throw new Error(`only ${client.received - start} of ${expected} bytes came`);
        }
        // The model may still have work to do; it counts.
        await daemon.api.getScreen({ params: { id: session.id }, query: {} });
        cpu.push(((await daemon.cpuSeconds()) - before) * (100 / MEGABYTES));
        client.stream.close();
        await daemon.api.killSession({ params: { id: session.id }, query: { force: "true" } });
        theirs.push(await tmuxAlone(command));
      }
      const figures = {
        ours: MEGABYTES / (median(ours) / 1_000),
        theirs: MEGABYTES / (median(theirs) / 1_000),
      };
      return [
        {
          what: "output through WebSocket, one session",
          unit: "MB/s",
          ...figures,
          goal: "≥ 0.85 × tmux alone",
          reached: figures.ours >= 0.85 * figures.theirs,
        },
        {
          what: "daemon CPU for 100 MB of output, model included",
          unit: "s",
          ours: median(cpu),
          theirs: null,
          goal: "≤ 4 s",
          reached: median(cpu) <= 4,
        },
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

async function tmuxAlone(command: readonly string[]): Promise<number> {
  const peer = new TmuxBehindPty();
  try {
    await peer.start(command, false);
    peer.tmux(["set-hook", "-g", "pane-exited", "wait-for -S gone"]);
    const began = performance.now();
    peer.tmux(["send-keys", "Enter"]);
    for (;;) {
      if (peer.tmux(["capture-pane", "-p"]).includes("DONE")) return performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  } finally {
    peer.destroy();
  }
}

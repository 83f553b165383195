import { BenchClient, BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median, percentile } from "../support/statistics.ts";

const ROUNDS = 60;

/** Attach with a full model, create, and a large paste. */
export const attach: Scenario = {
  name: "attach",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      const full = await daemon.create([
        "/bin/sh",
        "-c",
        "i=0; while [ $i -lt 1500 ]; do printf '\\033[3%dmline %d of a long and colourful history\\033[0m\\n' $((i % 8)) $i; i=$((i+1)); done; printf FULL; read -r end",
      ]);
      const first = new BenchClient(daemon, full.id);
      await first.sees("FULL");
      const attaches: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now();
        const client = new BenchClient(daemon, full.id);
        await client.live();
        attaches.push(performance.now() - began);
        client.stream.close();
      }
      const creates: number[] = [];
      for (let round = 0; round < ROUNDS / 2; round++) {
        const began = performance.now();
        const session = await daemon.create(["/bin/sh", "-c", "printf first; read -r end"]);
        const client = new BenchClient(daemon, session.id);
        await client.sees("first");
        creates.push(performance.now() - began);
        client.stream.close();
        await daemon.api.killSession({ params: { id: session.id }, query: {} });
      }
      const pastes = await pasteTimes(daemon);
      return [
        figure("attach: request to snapshot, 1,000 lines, p50", median(attaches), 30),
        { ...figure("attach, p95", percentile(attaches, 0.95), 60), goal: "–" },
        figure("create: request to first byte at the client, p50", median(creates), 40),
        figure("1 MB paste, until the program has it", median(pastes), 60),
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

async function pasteTimes(daemon: BenchDaemon): Promise<number[]> {
  const text = "0123456789abcdef".repeat(65_536).slice(0, 1_000_000);
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const session = await daemon.create([
      "/bin/sh",
      "-c",
      `stty raw -echo; printf ready; head -c ${text.length} >/dev/null; printf TAKEN; read -r end`,
    ]);
    const client = new BenchClient(daemon, session.id);
    await client.sees("ready");
    const began = performance.now();
    client.stream.paste(text);
    await client.sees("TAKEN");
    times.push(performance.now() - began);
    client.stream.close();
    await daemon.api.killSession({ params: { id: session.id }, query: {} });
  }
  return times;
}

function figure(what: string, ours: number, most: number): Figure {
  return { what, unit: "ms", ours, theirs: null, goal: `≤ ${most} ms`, reached: ours <= most };
}

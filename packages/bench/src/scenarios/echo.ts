import { BenchClient, BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median } from "../support/statistics.ts";
import { TmuxBehindPty } from "../support/tmux-behind-pty.ts";

const ROUNDS = 200;
const ECHO = ["/bin/sh", "-c", "stty raw -echo; printf ready; exec cat"];
const FLOOD = ["/bin/sh", "-c", "yes 'a neighbour that never stops printing lines of text'"];

interface Typist {
  type(text: string): void;
  sees(text: string): Promise<void>;
  forget(): void;
}

/** One keystroke at a time: typed, echoed by the program, seen. Milliseconds. */
async function echoes(typist: Typist, at: number): Promise<number> {
  const key = String.fromCodePoint(97 + (at % 26));
  typist.forget();
  const began = performance.now();
  typist.type(key);
  await typist.sees(key);
  return performance.now() - began;
}

async function compare(ours: Typist, theirs: Typist): Promise<{ ours: number; theirs: number }> {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  for (let at = 0; at < ROUNDS; at++) {
    samples.ours.push(await echoes(ours, at));
    samples.theirs.push(await echoes(theirs, at));
    // A person does not type at wire speed; without a gap one echo would run into the next.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { ours: median(samples.ours), theirs: median(samples.theirs) };
}

/** Keystroke echo through the daemon's WebSocket against `tmux attach` behind node-pty and ws. */
export const echo: Scenario = {
  name: "echo",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    const peer = new TmuxBehindPty();
    try {
      const session = await daemon.create(ECHO);
      const client = new BenchClient(daemon, session.id);
      await client.sees("ready");
      await peer.start(ECHO, true);
      await peer.sees("ready");
      const idle = await compare(client, peer);
      const neighbour = await daemon.create(FLOOD);
      const unwatched = await compare(client, peer);
      const watcher = new BenchClient(daemon, neighbour.id);
      await watcher.live();
      const watched = await compare(client, peer);
      watcher.stream.close();
      const besideIdle = (what: string, ours: number): Figure => ({
        what: `keystroke echo, p50, ${what}`,
        unit: "ms",
        ours,
        theirs: idle.ours,
        goal: "≤ 1.3 × own idle",
        reached: ours <= 1.3 * idle.ours,
      });
      return [
        {
          what: "keystroke echo, p50, idle",
          unit: "ms",
          ...idle,
          goal: "≤ 1.2 × tmux attach",
          reached: idle.ours <= 1.2 * idle.theirs,
        },
        besideIdle("a neighbour floods", unwatched.ours),
        besideIdle("a neighbour floods and is watched", watched.ours),
        {
          what: "the same for tmux attach, watched flood beside it",
          unit: "ms",
          ours: watched.theirs,
          theirs: idle.theirs,
          goal: "–",
          reached: true,
        },
      ];
    } finally {
      peer.destroy();
      await daemon.destroy();
    }
  },
};

/** One thing that a client does. `on` picks a session or tree among those there are. */
export type Step =
  | { readonly kind: "create"; readonly tree: "none" | "own" | "shared"; readonly named: boolean }
  | { readonly kind: "rename"; readonly on: number }
  | { readonly kind: "metadata"; readonly on: number }
  | { readonly kind: "resume"; readonly on: number }
  | { readonly kind: "focus"; readonly on: number }
  | { readonly kind: "flood"; readonly on: number }
  | { readonly kind: "send"; readonly what: "line" | "work" | "exit"; readonly on: number }
  | { readonly kind: "kill"; readonly force: boolean; readonly on: number }
  | { readonly kind: "reclaim"; readonly force: boolean; readonly on: number }
  | { readonly kind: "attach"; readonly leave: "close" | "drop"; readonly on: number }
  | { readonly kind: "report"; readonly state: "active" | "awaiting_input"; readonly on: number };

/** What several clients do at once, each its own steps in order, and when the daemon is killed. */
export interface Burst {
  readonly clients: readonly (readonly Step[])[];
  readonly crashAfterMs: number | null;
}

/** Numbers that follow from a seed alone. */
export type Random = () => number;

/** mulberry32: small, and the same everywhere. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const CRASH_SHARE = 0.2;
const LATEST_CRASH_MS = 150;
/** Most steps of a burst meet at few sessions: that is where interleavings are. */
const HOT_SHARE = 0.75;

type Maker = (random: Random, on: number) => Step;

const half = (random: Random): boolean => random() < 0.5;
const create: Maker = (random) => {
  const where = random();
  const tree = where < 0.15 ? "none" : where < 0.8 ? "own" : "shared";
  return { kind: "create", tree, named: half(random) };
};

/** By weight. */
const MAKERS: readonly (readonly [weight: number, make: Maker])[] = [
  [14, create],
  [7, (_, on) => ({ kind: "rename", on })],
  [7, (_, on) => ({ kind: "metadata", on })],
  [6, (_, on) => ({ kind: "send", what: "line", on })],
  [18, (_, on) => ({ kind: "send", what: "work", on })],
  [8, (_, on) => ({ kind: "send", what: "exit", on })],
  [12, (random, on) => ({ kind: "kill", force: random() < 0.4, on })],
  [6, (random, on) => ({ kind: "reclaim", force: half(random), on })],
  [8, (_, on) => ({ kind: "resume", on })],
  [6, (random, on) => ({ kind: "attach", leave: half(random) ? "close" : "drop", on })],
  [3, (_, on) => ({ kind: "focus", on })],
  [4, (random, on) => ({ kind: "report", state: half(random) ? "active" : "awaiting_input", on })],
  [3, (_, on) => ({ kind: "flood", on })],
];
const WEIGHTS = MAKERS.reduce((sum, [weight]) => sum + weight, 0);

function step(random: Random, hot: readonly number[]): Step {
  const on = random() < HOT_SHARE ? (hot[Math.floor(random() * hot.length)] ?? 0) : pick(random);
  let left = random() * WEIGHTS;
  for (const [weight, make] of MAKERS) {
    left -= weight;
    if (left < 0) return make(random, on);
  }
  return create(random, on);
}

const pick = (random: Random): number => Math.floor(random() * 1_000_000);

/** The next burst. What it meets is decided when it is played. */
export function nextBurst(random: Random): Burst {
  const hot = [pick(random), pick(random)];
  const clients = Array.from({ length: 2 + Math.floor(random() * 3) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => step(random, hot)),
  );
  const crashAfterMs = random() < CRASH_SHARE ? random() * LATEST_CRASH_MS : null;
  return { clients, crashAfterMs };
}

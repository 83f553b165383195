import { setTimeout as delay } from "node:timers/promises";

const LIMIT_MS = 20_000;

/** Waits until a fact holds, and fails with the last thing seen where it never does. */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (seen: T) => boolean,
  limitMs = LIMIT_MS,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`It never came; last seen: ${String(seen)}`);
    await delay(20);
  }
}

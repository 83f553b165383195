/**
 * How old this process may become, of the second that an agent may be held up. Only who runs it by
 * hand can allow for more: tests that are not about time do, since no machine is always fast enough.
 */
export const LIFETIME_MS = Number(process.env["MAESTRO_HOOK_LIFETIME_MS"]) || 850;

/** How old it may become while an agent has not ended what it writes: the rest is for the daemon. */
export const READ_UNTIL_MS = LIFETIME_MS * 0.6;

/** Milliseconds until the process is this old; its own start, which a busy machine delays, counts. */
export function msLeft(age: number): number {
  return Math.max(1, age - performance.now());
}

/** How old this process may become, of the second that an agent may be held up. */
export const LIFETIME_MS = 850;

/** Milliseconds until the process is this old; its own start, which a busy machine delays, counts. */
export function msLeft(age: number): number {
  return Math.max(1, age - performance.now());
}

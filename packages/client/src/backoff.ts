const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * How long to wait before try number `attempt` (from 0). Half of it is chance, so that the clients
 * of a restarted daemon do not all come back in the same instant.
 */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 20));
  return full / 2 + (full / 2) * random();
}

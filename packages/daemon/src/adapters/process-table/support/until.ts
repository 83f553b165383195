import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Asks again until the answer is neither null nor false; the test's own time limit ends it. */
export async function until<T>(ask: () => T | Promise<T>): Promise<Exclude<T, null | false>> {
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer as Exclude<T, null | false>;
    await pause(20);
  }
}

/** The pid that another process writes into a file. */
export function readPid(file: string): Promise<number> {
  return until(() => {
    try {
      // The line break shows that the number is whole.
      const text = readFileSync(file, "utf8");
      return text.endsWith("\n") ? Number.parseInt(text, 10) : null;
    } catch {
      return null;
    }
  });
}

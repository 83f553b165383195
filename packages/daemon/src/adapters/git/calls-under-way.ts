import { isInside } from "./lives-in.ts";

/** The git commands that run at this moment, by where they run. */
export class CallsUnderWay {
  readonly #running = new Map<Promise<unknown>, string>();
  #begun = 0;

  /** How many were ever begun. */
  get begun(): number {
    return this.#begun;
  }

  /** Counts a command in for as long as it takes. */
  async follow<T>(cwd: string, call: Promise<T>): Promise<T> {
    this.#begun++;
    this.#running.set(call, cwd);
    try {
      return await call;
    } finally {
      this.#running.delete(call);
    }
  }

  /** Resolves when those that run inside the directory have ended; null where none does. */
  endIn(directory: string): Promise<unknown> | null {
    const inside = [...this.#running].flatMap(([call, cwd]) =>
      isInside(cwd, directory) ? [call] : [],
    );
    return inside.length === 0 ? null : Promise.allSettled(inside);
  }
}

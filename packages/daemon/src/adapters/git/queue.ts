/** Runs one task after the other for each key; tasks of different keys do not wait for each other. */
export interface Queue {
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

/** An empty queue. */
export function createQueue(): Queue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(task, task);
      // The tail never rejects: the next task starts whatever became of this one.
      const tail = mine.then(
        () => {},
        () => {},
      );
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return mine;
    },
  };
}

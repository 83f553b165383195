/**
 * One first-in-first-out queue per key: tasks of one key never overlap, tasks of different keys
 * never wait for each other. A task must not queue another one of its own key and wait for it.
 */
export class KeyedQueue<K> {
  readonly #tails = new Map<K, Promise<unknown>>();

  run<T>(key: K, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    const tail = result.then(
      () => {},
      () => {},
    );
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return result;
  }

  /** Resolves when everything that is queued now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}

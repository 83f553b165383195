/**
 * What is typed into one pane, in the order in which it came. A unit (a paste, a text with its
 * Enter) is never interleaved with another; one that fails does not stop those behind it.
 */
export class InputQueue {
  #tail: Promise<unknown> = Promise.resolve();

  push<T>(unit: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(unit, unit);
    this.#tail = result.catch(() => {});
    return result;
  }
}

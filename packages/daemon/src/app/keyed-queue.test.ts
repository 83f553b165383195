import * as fc from "fast-check";
import { expect, test } from "vitest";
import { KeyedQueue } from "./keyed-queue.ts";
import { deferred, settled } from "./support/deferred.ts";

test("tasks of one key never overlap and keep their order; other keys wait for nobody", async () => {
  const queue = new KeyedQueue<string>();
  const gate = deferred();
  const seen: string[] = [];
  const first = queue.run("a", async () => {
    seen.push("a1 begins");
    await gate.promise;
    seen.push("a1 ends");
  });
  const second = queue.run("a", async () => void seen.push("a2"));
  await queue.run("b", async () => void seen.push("b"));
  expect(seen).toEqual(["a1 begins", "b"]);
  gate.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(["a1 begins", "b", "a1 ends", "a2"]);
});

test("a task that fails tells its caller and stops nobody behind it", async () => {
  const queue = new KeyedQueue<string>();
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => "done");
  await expect(failing).rejects.toThrow("no");
  await expect(next).resolves.toBe("done");
});

test("the queue is idle when everything that was queued is done", async () => {
  const queue = new KeyedQueue<string>();
  const gate = deferred();
  let isIdle = false;
  const task = queue.run("a", () => gate.promise);
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  await settled();
  expect(isIdle).toBe(false);
  gate.resolve();
  await Promise.all([task, idle]);
  expect(isIdle).toBe(true);
});

test("whatever is queued at whatever moment, each key's tasks run one by one in order", async () => {
  const queued = fc.array(
    fc.record({ key: fc.constantFrom("a", "b", "c"), steps: fc.nat(4), fails: fc.boolean() }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(queued, async (tasks) => {
      const queue = new KeyedQueue<string>();
      const running = new Set<string>();
      const order = new Map<string, number[]>();
      const results = tasks.map(({ key, steps, fails }, number) =>
        queue.run(key, async () => {
          expect(running).not.toContain(key);
          running.add(key);
          for (let step = 0; step < steps; step++) await Promise.resolve();
          order.set(key, [...(order.get(key) ?? []), number]);
          running.delete(key);
          if (fails) throw new Error("asked to fail");
          return number;
        }),
      );
      const ended = await Promise.allSettled(results);
      expect(ended.map(({ status }) => status)).toEqual(
        tasks.map(({ fails }) => (fails ? "rejected" : "fulfilled")),
      );
      for (const numbers of order.values())
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

import { expect, test } from "vitest";
import { deferred, settled } from "./support/deferred.ts";
import { TreeSizes } from "./tree-sizes.ts";

function sizes(answers: Record<string, number | null>) {
  const clock = { time: 0, now: () => clock.time };
  const asked: string[] = [];
  const disk = {
    of: async (path: string) => {
      asked.push(path);
      return answers[path] ?? null;
    },
  };
  return { clock, asked, sizes: new TreeSizes(disk, clock) };
}

const never = new Promise<void>(() => {});
const already = Promise.resolve();

test("what is known is told at once, and measured again for the next one when it is old", async () => {
  const answers = { "/a": 1 };
  const it = sizes(answers);
  expect(await it.sizes.of("/a", never)).toBe(1);
  answers["/a"] = 2;
  expect(await it.sizes.of("/a", never)).toBe(1);
  expect(it.asked).toEqual(["/a"]);
  it.clock.time += 60_000;
  expect(await it.sizes.of("/a", never)).toBe(1);
  await settled();
  expect(await it.sizes.of("/a", already)).toBe(2);
  expect(it.asked).toEqual(["/a", "/a"]);
});

test("one is measured at a time, and each once for all who ask meanwhile", async () => {
  const gate = deferred();
  let underWay = 0;
  let most = 0;
  const asked: string[] = [];
  const disk = {
    of: async (path: string) => {
      asked.push(path);
      most = Math.max(most, ++underWay);
      await gate.promise;
      underWay -= 1;
      return 5;
    },
  };
  const held = new TreeSizes(disk, { now: () => 0 });
  const all = Promise.all(["/a", "/b", "/a", "/c"].map((path) => held.of(path, never)));
  expect(await held.of("/c", already)).toBeNull();
  gate.resolve();
  expect(await all).toEqual([5, 5, 5, 5]);
  expect([asked, most]).toEqual([["/a", "/b", "/c"], 1]);
});

test("a size that cannot be told is unknown, and not asked for again at once", async () => {
  const it = sizes({});
  expect(await it.sizes.of("/gone", never)).toBeNull();
  expect(await it.sizes.of("/gone", never)).toBeNull();
  expect(it.asked).toEqual(["/gone"]);
});

test("trees that are no longer there are forgotten", async () => {
  const it = sizes({ "/a": 1, "/b": 2 });
  await it.sizes.of("/a", never);
  await it.sizes.of("/b", never);
  it.sizes.keepOnly(new Set(["/b"]));
  await it.sizes.of("/a", never);
  await it.sizes.of("/b", never);
  expect(it.asked).toEqual(["/a", "/b", "/a"]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Size } from "../../domain/session.ts";
import { deferred } from "../support/deferred.ts";
import { PaneSizing } from "./pane-sizing.ts";

const START = { cols: 120, rows: 40 };
const size = (cols: number, rows: number): Size => ({ cols, rows });

const [laptop, phone, one, two, nobody] = [{}, {}, {}, {}, {}];

let told: Size[];
let sizing: PaneSizing;
/** What the pane answers to the next sizes; it takes every one where nothing is here. */
let answers: Promise<void>[];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  answers = [];
  sizing = new PaneSizing(START, async (next) => {
    told.push(next);
    await answers.shift();
  });
});
afterEach(() => vi.useRealTimers());

const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

test("the pane is told the fewest columns and rows, at once", () => {
  sizing.claim(laptop, size(200, 50));
  expect(told).toEqual([size(200, 50)]);
  expect(sizing.current).toEqual(size(200, 50));
});

test("the pane follows the rule when a client comes, changes or leaves", async () => {
  sizing.claim(laptop, size(200, 50));
  await later();
  sizing.claim(phone, size(60, 90));
  await later();
  sizing.claim(laptop, size(180, 45));
  await later();
  sizing.release(phone);
  await later();
  expect(told).toEqual([size(200, 50), size(60, 50), size(60, 45), size(180, 45)]);
});

test("the pane is told only when the size changes", async () => {
  sizing.claim(one, START);
  sizing.claim(two, size(300, 300));
  sizing.claim(two, size(400, 400));
  sizing.release(nobody);
  await later();
  expect(told).toEqual([]);
});

test("the last one to leave leaves the size as it is", async () => {
  sizing.claim(one, size(90, 30));
  await later();
  sizing.release(one);
  await later();
  expect(told).toEqual([size(90, 30)]);
  expect(sizing.current).toEqual(size(90, 30));
});

test("a storm of 200 sizes reaches the pane as a few, the last one among them", async () => {
  for (let at = 0; at < 200; at++) {
    sizing.claim(one, size(100 + at, 30));
    await vi.advanceTimersByTimeAsync(5);
  }
  await later();
  // A second of storm at one size each 120 ms, and the one that comes at once.
  expect(told.length).toBeLessThanOrEqual(10);
  expect(told.at(-1)).toEqual(size(299, 30));
  expect(sizing.current).toEqual(size(299, 30));
});

test("a storm within one tick reaches the pane as two", async () => {
  for (let at = 0; at < 200; at++) sizing.claim(one, size(100 + at, 30));
  await later();
  expect(told).toEqual([size(100, 30), size(299, 30)]);
});

test("a size that the pane refuses is taken back, and not tried again by itself", async () => {
  answers = [Promise.reject(new Error("tmux is busy"))];
  sizing.claim(one, size(90, 30));
  await later();
  expect(sizing.current).toEqual(START);
  expect(told).toEqual([size(90, 30)]);
  sizing.claim(one, size(91, 30));
  await later();
  expect(sizing.current).toEqual(size(91, 30));
});

test("what is claimed while a size is being refused is told all the same", async () => {
  const refusal = deferred();
  answers = [refusal.promise];
  sizing.claim(one, size(90, 30));
  sizing.claim(one, size(80, 20));
  refusal.reject(new Error("tmux is busy"));
  await later();
  expect(told).toEqual([size(90, 30), size(80, 20)]);
  expect(sizing.current).toEqual(size(80, 20));
});

test("a size that was refused is told when it is claimed again", async () => {
  answers = [Promise.reject(new Error("tmux is busy"))];
  sizing.claim(one, size(90, 30));
  await later();
  sizing.claim(one, size(90, 30));
  await later();
  expect(sizing.current).toEqual(size(90, 30));
});

test("a pane that was found to have another size is told what its clients claim", async () => {
  sizing.claim(one, size(90, 30));
  await later();
  sizing.found(size(70, 20));
  expect(sizing.current).toEqual(size(70, 20));
  sizing.insist();
  await later();
  expect(told).toEqual([size(90, 30), size(90, 30)]);
});

test("a pane that nobody claims a size of stays as it was found", async () => {
  sizing.found(size(70, 20));
  sizing.insist();
  await later();
  expect(told).toEqual([]);
  expect(sizing.current).toEqual(size(70, 20));
});

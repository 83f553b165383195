import { expect, test } from "vitest";
import { deferred, settled } from "../support/deferred.ts";
import { InputQueue } from "./input-queue.ts";

test("a unit that takes long is not interleaved with those that come meanwhile", async () => {
  const queue = new InputQueue();
  const gate = deferred();
  const typed: string[] = [];
  const unit = queue.push(async () => {
    typed.push("text");
    await gate.promise;
    typed.push("Enter");
  });
  const key = queue.push(async () => void typed.push("key"));
  await settled();
  expect(typed).toEqual(["text"]);
  gate.resolve();
  await Promise.all([unit, key]);
  expect(typed).toEqual(["text", "Enter", "key"]);
});

test("a unit that fails tells its sender and stops nothing behind it", async () => {
  const queue = new InputQueue();
  const failing = queue.push(() => Promise.reject(new Error("gone")));
  const next = queue.push(async () => "typed");
  await expect(failing).rejects.toThrow("gone");
  await expect(next).resolves.toBe("typed");
});

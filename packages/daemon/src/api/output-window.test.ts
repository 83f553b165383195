import { expect, test } from "vitest";
import { OutputWindow } from "./output-window.ts";

const KIB = 1024;

function output() {
  const sent: (string | Uint8Array)[] = [];
  const it = new OutputWindow((content) => sent.push(content));
  const bytes = (): number =>
    sent.reduce((sum, one) => sum + (typeof one === "string" ? 0 : one.length), 0);
  return { it, sent, bytes };
}

test("a client that says nothing gets everything at once", () => {
  const { it, bytes } = output();
  for (let at = 0; at < 100; at++) it.push(new Uint8Array(64 * KIB), true);
  expect([bytes(), it.waitingBytes]).toEqual([100 * 64 * KIB, 0]);
});

test("to a client that acknowledges no more than a window and one piece is under way", () => {
  const { it, bytes } = output();
  it.taken(0);
  for (let at = 0; at < 20; at++) it.push(new Uint8Array(10 * KIB), true);
  expect(bytes()).toBe(130 * KIB);
  expect(it.waitingBytes).toBe(70 * KIB);
  expect(it.taken(30 * KIB)).toBe(false);
  expect(bytes()).toBe(160 * KIB);
  it.taken(160 * KIB);
  expect([bytes(), it.waitingBytes]).toEqual([200 * KIB, 0]);
});

test("what waits keeps its order, text among bytes", () => {
  const { it, sent } = output();
  it.taken(0);
  it.push(new Uint8Array(128 * KIB), true);
  it.push("resized", false);
  it.push(Uint8Array.of(7), true);
  expect(sent).toHaveLength(1);
  it.taken(128 * KIB);
  expect(sent.slice(1)).toEqual(["resized", Uint8Array.of(7)]);
});

test("too long a wait drops what waits, until the client has caught up", () => {
  const { it, bytes } = output();
  it.taken(0);
  for (let at = 0; at < 100; at++) it.push(new Uint8Array(64 * KIB), true);
  expect(it.waitingBytes).toBe(Infinity);
  const sent = bytes();
  expect(sent).toBe(128 * KIB);
  expect(it.taken(64 * KIB)).toBe(false);
  expect(it.waitingBytes).toBe(Infinity);
  expect(it.taken(sent - 16 * KIB)).toBe(true);
  expect(it.waitingBytes).toBe(0);
});

test("a snapshot is never dropped by itself", () => {
  const { it, bytes } = output();
  it.taken(0);
  for (let at = 0; at < 8; at++) it.push(new Uint8Array(512 * KIB), false);
  for (let told = 0; it.waitingBytes > 0;) it.taken((told += 32 * KIB));
  expect(bytes()).toBe(8 * 512 * KIB);
});

test("the last words are sent whatever was taken", () => {
  const { it, sent } = output();
  it.taken(0);
  it.push(new Uint8Array(200 * KIB), true);
  it.push("ended", false);
  it.flush();
  expect(sent.at(-1)).toBe("ended");
});

import { expect, test } from "vitest";
import { sessionId } from "../domain/support/a-session.ts";
import { EventHub } from "./event-hub.ts";
import type { StreamEvent } from "./operations.ts";

const removed = (number: number) => ({ type: "session_removed", id: sessionId(number) }) as const;

test("every listener gets the same events in the same order, numbered without a gap", () => {
  const hub = new EventHub("r");
  const one: StreamEvent[] = [];
  const other: StreamEvent[] = [];
  hub.listen((event) => one.push(event));
  hub.publish(removed(1));
  hub.listen((event) => other.push(event));
  hub.publish(removed(2));
  hub.publish(removed(3));
  expect(one.map(({ seq }) => seq)).toEqual(["r-1", "r-2", "r-3"]);
  expect(other).toEqual(one.slice(1));
  // The very same objects: what is drawn up for one subscriber serves all.
  expect(other[0]).toBe(one[1]);
});

test("the place of a snapshot is the place of the last event before it", () => {
  const hub = new EventHub("r");
  const before = hub.seq;
  const heard: string[] = [];
  hub.listen(({ seq }) => heard.push(seq));
  hub.publish(removed(1));
  expect(heard).toEqual([hub.seq]);
  expect(before).not.toBe(hub.seq);
});

test("who left hears nothing more", () => {
  const hub = new EventHub("r");
  const heard: StreamEvent[] = [];
  const leave = hub.listen((event) => heard.push(event));
  hub.publish(removed(1));
  leave();
  hub.publish(removed(2));
  expect(heard).toHaveLength(1);
});

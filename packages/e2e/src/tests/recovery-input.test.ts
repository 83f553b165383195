import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FaultyDaemon } from "../support/faults.ts";
import { eventually } from "../support/test-daemon.ts";

let faulty: FaultyDaemon;
beforeAll(async () => {
  faulty = await FaultyDaemon.start();
});
afterAll(() => faulty.destroy());

/** Says every line that it reads. */
const make = async (): Promise<Session> => {
  const { daemon } = faulty;
  const command = 'stty -echo; echo up; while read -r l; do echo "<$l>"; done';
  const session = await daemon.create({ command });
  await daemon.untilScreen(session.id, "up");
  return session;
};
const send = ({ id }: Session, text: string, request_id: string): Promise<unknown> =>
  faulty.daemon.api.sendInput({ params: { id }, body: { text, submit: true, request_id } });
const linesOf = async ({ id }: Session): Promise<string[]> => {
  const { content } = await faulty.daemon.api.getScreen({ params: { id }, query: {} });
  return content.split("\n").filter((line) => line.startsWith("<"));
};

test("a request that is repeated after a crash is answered and not typed again", async () => {
  const session = await make();
  await send(session, "once", "a");
  await eventually(async () => expect(await linesOf(session)).toEqual(["<once>"]));
  await faulty.daemon.crash();
  await faulty.daemon.up();
  await send(session, "once", "a");
  await send(session, "other", "b");
  await eventually(async () => expect(await linesOf(session)).toEqual(["<once>", "<other>"]));
});

test("a daemon that dies between a text and its Enter leaves the Enter to the next one", async () => {
  const session = await make();
  // The third thing that is written down is that Enter comes.
  expect(await faulty.dieAt(3, () => send(session, "half", "a"))).toBe(true);
  await eventually(async () => expect(await linesOf(session)).toEqual(["<half>"]));
  await send(session, "half", "a");
  await send(session, "whole", "b");
  await eventually(async () => expect(await linesOf(session)).toEqual(["<half>", "<whole>"]));
});

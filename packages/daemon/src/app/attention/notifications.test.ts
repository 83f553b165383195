import type { Activity } from "@maestro/protocol";
import { beforeEach, expect, test } from "vitest";
import type { Exit, SessionId } from "../../domain/session.ts";
import { aSession, sessionId } from "../../domain/support/a-session.ts";
import { transition } from "../../domain/transition.ts";
import type { Notice } from "../../ports/notifier.ts";
import { testApp, type TestApp } from "../support/test-app.ts";
import { Notifications } from "./notifications.ts";

let app: TestApp;
let told: Notice[];
let notifications: Notifications;
beforeEach(() => {
  app = testApp();
  told = [];
  notifications = new Notifications(app.context, {
    notify: async (notice) => {
      told.push(notice);
      if (notice.detail === "hangs") throw new Error("timed out");
    },
  });
});

const add = (number: number): Promise<void> =>
  app.store.add(aSession({ id: sessionId(number), metadata: { name: `s${number}` } }));
const report = (id: SessionId, state: Activity, detail: string | null = null): void =>
  app.context.attention.reported(id, { state, detail, byForeground: false });
const end = (id: SessionId, exit: Partial<Exit>): Promise<unknown> =>
  app.store.turn(id, (turn) =>
    turn.commit((now) => {
      const how = { code: null, signal: null, at: 0, ...exit };
      return transition(now, { type: "found-ended", exit: how }).session;
    }),
  );
const events = (): string[] => told.map(({ event, name, detail }) => `${event} ${name} ${detail}`);
const ID = sessionId(1);

test("each turn to waiting or to an error is told once", async () => {
  notifications.begin();
  await add(1);
  report(ID, "active");
  report(ID, "awaiting_input", "Deploy?");
  report(ID, "awaiting_input", "Deploy?");
  report(ID, "active");
  report(ID, "error", "hangs");
  report(ID, "idle");
  expect(events()).toEqual(["awaiting_input s1 Deploy?", "error s1 hangs"]);
  await expect.poll(() => app.log.lines.join()).toContain("the notify command failed");
});

test("a question without words is told by the last line of the screen", async () => {
  notifications.begin();
  await add(1);
  app.context.attention.screenChanged(ID, {
    title: "",
    lines: ["a", " b ", ""],
    interactive: true,
  });
  report(ID, "awaiting_input");
  expect(events()).toEqual(["awaiting_input s1 b"]);
});

test("nobody is told of what is before their eyes", async () => {
  notifications.begin();
  await add(1);
  app.context.focus.gain(ID, {});
  report(ID, "awaiting_input", "Deploy?");
  await end(ID, { code: 1 });
  expect(told).toEqual([]);
});

test("a failed end is told, a good or unknown one is not, and settling says nothing more", async () => {
  notifications.begin();
  const ends: Partial<Exit>[] = [{ code: 0 }, { code: 3 }, { signal: "SIGSEGV" }, {}];
  for (const [at, exit] of ends.entries()) {
    await add(at);
    await end(sessionId(at), exit);
    await app.store.turn(sessionId(at), (turn) =>
      turn.commit((now) => transition(now, { type: "settled", treeRemoved: false }).session),
    );
  }
  expect(events()).toEqual(["failed s1 exit code 3", "failed s2 ended by SIGSEGV"]);
});

test("what sessions of an earlier run turn out to do at the start is no news", async () => {
  await add(1);
  notifications.begin();
  report(ID, "awaiting_input");
  app.clock.time += 10_000;
  report(ID, "active");
  report(ID, "awaiting_input");
  await add(2);
  expect(told).toHaveLength(1);
});

test("a report that lapses over a program that waits is no news", async () => {
  notifications.begin();
  await add(1);
  const { attention } = app.context;
  const facts = {
    foreground: "claude",
    foregroundPid: 1,
    cwd: null,
    cpuMs: 0,
    readsTerminal: true,
  };
  report(ID, "idle");
  attention.processSeen(ID, facts);
  app.clock.time += 300_000;
  attention.evaluate(ID);
  expect(attention.actual(ID).activity).toBe("awaiting_input");
  expect(told).toEqual([]);
});

test("twenty a minute at most", async () => {
  notifications.begin();
  await add(1);
  const storm = (): void => {
    for (let at = 0; at < 30; at++) {
      report(ID, "active");
      report(ID, "error");
    }
  };
  storm();
  expect(told).toHaveLength(20);
  app.clock.time += 60_000;
  storm();
  expect(told).toHaveLength(40);
});

test("nothing is told any more once it was stopped", async () => {
  notifications.begin();
  await add(1);
  notifications.stop();
  report(ID, "error");
  expect(told).toEqual([]);
});

import { beforeEach, expect, test } from "vitest";
import type { Session } from "../../domain/session.ts";
import { aSession } from "../../domain/support/a-session.ts";
import { testApp, type TestApp } from "../support/test-app.ts";
import type { Attention } from "./attention.ts";

const { id, observed } = aSession();

let app: TestApp;
let attention: Attention;
beforeEach(() => {
  app = testApp();
  ({ attention } = app.context);
  app.store.load(aSession({ observed: { ...observed, activity: "idle", lastActivityAt: 0 } }));
});

const seen = (): Session["observed"] | undefined => app.store.get(id)?.observed;
const job = (foreground: string, foregroundPid: number): void =>
  attention.processSeen(id, {
    foreground,
    foregroundPid,
    cwd: "/work",
    cpuMs: 0,
    readsTerminal: null,
  });
const screen = (text: string): void =>
  attention.screenChanged(id, { title: "", lines: [text], interactive: true });
const report = (state: Session["observed"]["activity"], detail: string | null = null): void =>
  attention.reported(id, { state, detail, byForeground: true });
const pass = (ms: number): void => {
  app.clock.time += ms;
  attention.evaluate(id);
};
const countEvents = (act: () => void): number => {
  const before = app.events.length;
  act();
  return app.events.length - before;
};
const notify = (text: string): void => attention.signalled(id, { kind: "notification", text });

test("a notification is shown and decides nothing; Enter and new work end it", () => {
  job("claude", 1);
  screen("text");
  notify("Approve\u0007 it?\n");
  expect(seen()).toMatchObject({ activity: "awaiting_input", activityDetail: "Approve it?" });
  attention.submitted(id);
  expect(seen()?.activityDetail).toBeNull();
  pass(5_000);
  notify("Done");
  screen("one");
  screen("two");
  expect(seen()).toMatchObject({ activity: "active", activityDetail: null });
});

test("an agent's own words count more than what comes through the terminal", () => {
  report("awaiting_input", "Deploy?");
  notify("Look here");
  expect(seen()?.activityDetail).toBe("Deploy?");
  expect(countEvents(() => attention.signalled(id, { kind: "bell" }))).toBe(0);
});

test("a bell is shown where nothing better is, and not where a person's typing rang it", () => {
  job("bash", 1);
  attention.touched(id);
  attention.signalled(id, { kind: "bell" });
  expect(seen()?.activityDetail).toBeNull();
  pass(5_000);
  attention.signalled(id, { kind: "bell" });
  expect(seen()).toMatchObject({ activity: "idle", activityDetail: "rang the bell" });
  notify("Built");
  attention.signalled(id, { kind: "bell" });
  expect(seen()?.activityDetail).toBe("Built");
});

test("progress is shown in tens while nobody is waited for, and goes when it is over", () => {
  const progress = (percent: number | null, state: "running" | "none" | "failed" = "running") =>
    attention.signalled(id, { kind: "progress", state, percent });
  job("bash", 1);
  const bar = countEvents(() => {
    for (let percent = 0; percent <= 100; percent++) progress(percent);
  });
  expect(bar).toBe(11);
  expect(seen()?.activityDetail).toBe("progress at 100 %");
  progress(64, "failed");
  expect(seen()?.activityDetail).toBe("failed at 60 %");
  report("awaiting_input");
  expect(seen()?.activityDetail).toBeNull();
  report("idle");
  progress(null);
  expect(seen()?.activityDetail).toBeNull();
  progress(50);
  progress(null, "none");
  expect(seen()?.activityDetail).toBeNull();
});

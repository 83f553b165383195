import { beforeEach, describe, expect, test } from "vitest";
import type { Session, SessionId } from "../../domain/session.ts";
import { aSession } from "../../domain/support/a-session.ts";
import { testApp, type TestApp } from "../support/test-app.ts";
import type { Attention } from "./attention.ts";

const { id } = aSession();

let app: TestApp;
let attention: Attention;
beforeEach(() => {
  app = testApp();
  ({ attention } = app.context);
  const { observed } = aSession();
  const quiet = { ...observed, activity: "idle", lastActivityAt: 0 } as const;
  app.store.load(aSession({ agent: "claude", observed: quiet }));
});

const seen = (): Session["observed"] => {
  const session = app.store.get(id);
  if (session === null) throw new Error("it is gone");
  return session.observed;
};
const job = (foreground: string, foregroundPid: number, cpuMs = 0) =>
  attention.processSeen(id, {
    foreground,
    foregroundPid,
    cwd: "/work",
    cpuMs,
    readsTerminal: null,
  });
const screen = (text: string, more: { title?: string } = {}) =>
  attention.screenChanged(id, { title: "", lines: text.split("\n"), interactive: true, ...more });
const report = (state: Session["observed"]["activity"], detail: string | null = null) =>
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

describe("reports", () => {
  test("a report is published with its detail; one that repeats itself is silent and lasts longer", () => {
    job("claude", 1);
    expect(countEvents(() => report("active", "reads"))).toBe(1);
    expect(seen()).toMatchObject({ activity: "active", activityDetail: "reads" });
    pass(299_000);
    expect(countEvents(() => report("active", "reads"))).toBe(0);
    expect(countEvents(() => pass(299_000))).toBe(0);
    expect(seen().activity).toBe("active");
  });

  test("a report that lapses takes its detail along", () => {
    job("claude", 1);
    report("error", "overloaded");
    pass(299_999);
    expect(seen()).toMatchObject({ activity: "error", activityDetail: "overloaded" });
    pass(1);
    expect(seen()).toMatchObject({ activity: "idle", activityDetail: null });
  });

  test("a report without words keeps those of the same state, and drops those of another", () => {
    report("awaiting_input", "Deploy?");
    report("awaiting_input");
    expect(seen().activityDetail).toBe("Deploy?");
    report("active");
    expect(seen().activityDetail).toBeNull();
  });

  test("input ends a report that waits or failed, and what comes of it is work", () => {
    job("claude", 1);
    for (const state of ["awaiting_input", "error"] as const) {
      report(state, "words");
      attention.submitted(id);
      expect(seen()).toMatchObject({ activity: "active", activityDetail: null });
      pass(3_000);
    }
    report("idle");
    attention.submitted(id);
    expect(seen().activity).toBe("idle");
  });

  test("D07 a report goes with the program that made it", () => {
    job("claude", 1);
    report("active");
    pass(60_000);
    job("bash", 2);
    expect(seen()).toMatchObject({ activity: "idle", foreground: "bash" });
  });

  test("the time of a state moves with the state alone", () => {
    report("active", "a");
    const { activitySince } = seen();
    pass(5_000);
    report("active", "b");
    expect(seen()).toMatchObject({ activityDetail: "b", activitySince });
    report("idle");
    expect(seen().activitySince).toBe(activitySince + 5_000);
  });
});

describe("what a person does is no work", () => {
  test("D09 what is drawn within a second of a key, a resize or an attach", () => {
    job("claude", 1);
    screen("> ");
    for (const text of ["> d", "> dr", "> dra"]) {
      pass(10_000);
      attention.touched(id);
      app.clock.time += 900;
      const before = seen().activity;
      screen(text);
      expect(seen().activity).toBe(before);
    }
    app.clock.time += 101;
    screen("> dra\nsomething else");
    expect(seen().activity).toBe("active");
  });

  test("the first look at a screen shows what was there before", () => {
    job("claude", 1);
    screen("much\ntext");
    expect(seen().activity).toBe("awaiting_input");
  });

  test("a title that turns is no change of the screen", () => {
    job("vim", 1);
    screen("text", { title: "a" });
    pass(10_000);
    screen("text", { title: "b" });
    expect(seen().activity).not.toBe("active");
  });

  test.each([
    [49, "idle"],
    [50, "active"],
  ] as const)("%i ms of CPU between two looks: %s", (cpuMs, activity) => {
    job("sleep", 1, 1_000);
    pass(2_000);
    job("sleep", 1, 1_000 + cpuMs);
    expect(seen().activity).toBe(activity);
  });

  test("what another job had used before is no use now", () => {
    job("bash", 1, 10);
    pass(2_000);
    job("sleep", 2, 90_000);
    expect(seen().activity).toBe("idle");
  });
});

describe("acknowledgement", () => {
  const focus = (on: boolean): void => {
    if (on) app.context.focus.gain(id, null);
    else app.context.focus.lose(id, null);
    attention.evaluate(id);
  };
  const ask = (detail = "Deploy?"): void => report("awaiting_input", detail);

  test("a question in focus for two seconds shows as rest, and stays so when the focus is gone", () => {
    job("claude", 1);
    focus(true);
    ask();
    pass(1_999);
    expect(seen().activity).toBe("awaiting_input");
    pass(1);
    expect(seen().activity).toBe("idle");
    expect(attention.actual(id).activity).toBe("awaiting_input");
    focus(false);
    pass(100_000);
    expect(seen().activity).toBe("idle");
    expect(attention.why(id)).toMatchObject({ acknowledged: true });
  });

  test("two seconds of the question itself: the quiet before it, which shows it, does not count", () => {
    job("vim", 1);
    screen("one");
    screen("two");
    focus(true);
    pass(3_000);
    expect(seen().activity).toBe("awaiting_input");
    pass(1_999);
    expect(seen().activity).toBe("awaiting_input");
    pass(1);
    expect(seen().activity).toBe("idle");
  });

  test("a look that was too short acknowledges nothing, and focus that is repeated starts anew", () => {
    job("claude", 1);
    ask();
    focus(true);
    app.clock.time += 1_500;
    focus(true);
    pass(1_500);
    focus(false);
    pass(5_000);
    expect(seen().activity).toBe("awaiting_input");
  });

  test("another question, and new work, end it; the same question again does not", () => {
    job("claude", 1);
    focus(true);
    ask();
    pass(2_000);
    focus(false);
    ask();
    expect(seen().activity).toBe("idle");
    ask("And this?");
    expect(seen().activity).toBe("awaiting_input");
    focus(true);
    pass(2_000);
    focus(false);
    report("active");
    ask("And this?");
    expect(seen().activity).toBe("awaiting_input");
  });

  test("a lease of focus ends after thirty seconds; focus of a connection with that one", () => {
    const { focus: registry } = app.context;
    const holder = {};
    registry.gain(id, null);
    app.clock.time += 29_999;
    expect(registry.since(id)).not.toBeNull();
    app.clock.time += 1;
    expect(registry.since(id)).toBeNull();
    registry.gain(id, holder);
    app.clock.time += 100_000;
    registry.lose(id, {});
    expect(registry.since(id)).not.toBeNull();
    registry.lose(id, holder);
    expect(registry.since(id)).toBeNull();
  });
});

describe("what programs say through the terminal", () => {
  const notify = (text: string): void => attention.signalled(id, { kind: "notification", text });
  const ring = (): void => attention.signalled(id, { kind: "bell" });

  test("a notification is shown and decides nothing; Enter and new work end it", () => {
    job("claude", 1);
    screen("text");
    notify("Approve\u0007 it?\n");
    expect(seen()).toMatchObject({ activity: "awaiting_input", activityDetail: "Approve it?" });
    attention.submitted(id);
    expect(seen().activityDetail).toBeNull();
    pass(5_000);
    notify("Done");
    screen("one");
    screen("two");
    expect(seen()).toMatchObject({ activity: "active", activityDetail: null });
  });

  test("an agent's own words count more", () => {
    report("awaiting_input", "Deploy?");
    notify("Look here");
    expect(seen().activityDetail).toBe("Deploy?");
    expect(countEvents(ring)).toBe(0);
  });

  test("a bell is shown, but not one that a person's typing rang", () => {
    job("bash", 1);
    attention.touched(id);
    ring();
    expect(seen().activityDetail).toBeNull();
    pass(5_000);
    ring();
    expect(seen()).toMatchObject({ activity: "idle", activityDetail: "rang the bell" });
  });
});

test("steady state is silent", () => {
  job("claude", 1, 100);
  screen("text");
  const ticks = (): void => {
    for (let tick = 0; tick < 100; tick++) {
      app.clock.time += 2_000;
      job("claude", 1, 100 + tick);
    }
  };
  expect(countEvents(ticks)).toBe(0);
});

test("a session that does not run is not judged", () => {
  const dormant = { ...aSession(), id: "00000000-0000-4000-8000-000000000099" as SessionId };
  app.store.load({ ...dormant, life: { phase: "dormant" } });
  attention.reported(dormant.id, { state: "error", detail: "x", byForeground: false });
  expect(app.store.get(dormant.id)?.observed.activity).toBe("active");
  expect(attention.why(dormant.id)).toBeNull();
});

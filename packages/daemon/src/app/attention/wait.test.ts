import type { Activity, WaitFor } from "@maestro/protocol";
import { expect, test } from "vitest";
import { aSession } from "../../domain/support/a-session.ts";
import { transition } from "../../domain/transition.ts";
import { testApp } from "../support/test-app.ts";
import { waitForSession } from "./wait.ts";

const { id } = aSession();

async function waiting() {
  const app = testApp();
  await app.store.add(aSession());
  const { attention } = app.context;
  const report = (state: Activity): void =>
    attention.reported(id, { state, detail: null, byForeground: false });
  report("active");
  const leaving = new AbortController();
  const wait = (state: WaitFor, after: string | null = null, timeoutMs = 60_000) =>
    waitForSession(app.context, id, { state, after, timeoutMs, signal: leaving.signal });
  const end = (): Promise<unknown> =>
    app.store.turn(id, (turn) =>
      turn.commit((now) => transition(now, { type: "found-ended", exit: null }).session),
    );
  return { ...app, attention, report, wait, end, leaving };
}

test("the present state counts, unless a place in the stream is given", async () => {
  const { wait, hub, report } = await waiting();
  await expect(wait("active")).resolves.toMatchObject({ reached: true });
  const { seq } = hub;
  await expect(wait("active", seq, 1)).resolves.toMatchObject({ reached: false });
  const later = wait("active", seq);
  report("idle");
  report("active");
  await expect(later).resolves.toMatchObject({ reached: true });
});

test("a place of an earlier run is before everything", async () => {
  const { wait } = await waiting();
  await expect(wait("active", "earlier-99")).resolves.toMatchObject({ reached: true });
});

test("a change that is not shown is one all the same", async () => {
  const { wait, context, attention, clock, report } = await waiting();
  context.focus.gain(id, null);
  report("awaiting_input");
  clock.time += 2_000;
  attention.evaluate(id);
  expect(context.store.get(id)?.observed.activity).toBe("idle");
  await expect(wait("awaiting_input")).resolves.toMatchObject({ reached: true });
  const rests = wait("idle");
  report("idle");
  await expect(rests).resolves.toMatchObject({ reached: true });
});

test("an end is waited for, and ends every wait for an activity", async () => {
  const { wait, end } = await waiting();
  const [dead, idle, late] = [wait("dead"), wait("idle"), wait("settled", null, 1)];
  await end();
  await expect(dead).resolves.toMatchObject({ reached: true });
  await expect(idle).resolves.toMatchObject({ reached: false });
  await expect(late).resolves.toMatchObject({ reached: false });
});

test("a session that is removed is not found, and nobody listens any more", async () => {
  const { wait, store } = await waiting();
  const idle = wait("idle");
  await store.turn(id, (turn) => turn.remove());
  await expect(idle).rejects.toMatchObject({ code: "not_found" });
});

test("a client that is gone waits no longer", async () => {
  const { wait, leaving } = await waiting();
  const idle = wait("idle");
  leaving.abort();
  await expect(idle).resolves.toMatchObject({ reached: false });
  await expect(wait("idle")).resolves.toMatchObject({ reached: false });
});

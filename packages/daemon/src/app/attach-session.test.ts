import { beforeEach, expect, test } from "vitest";
import { aSession, sessionId } from "../domain/support/a-session.ts";
import type { Session } from "../domain/session.ts";
import { attachSession } from "./attach-session.ts";
import { createSession } from "./create-session.ts";
import { settled } from "./support/deferred.ts";
import { FakeViewer } from "./support/fake-viewer.ts";
import { aRequest } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

let app: TestApp;
let viewer: FakeViewer;
beforeEach(() => {
  app = testApp();
  viewer = new FakeViewer();
});

const attach = (session: Session, claim: { cols: number; rows: number } | null = null) =>
  attachSession(app.context, session, { claim }, viewer);

test("attached, the screen, live, then the stream; and somebody has looked", async () => {
  const session = await createSession(app.context, aRequest());
  const pane = app.host.pane(session.id);
  pane.print("before ");
  app.clock.time += 5;
  await attach(session);
  await settled();
  pane.print("after");
  expect(viewer.got).toEqual(["attached", "<before >", "live", "<after>"]);
  expect(app.store.get(session.id)?.observed.lastFocusedAt).toBe(app.clock.time);
});

test("a client's claim is the pane's size before its first frame, and goes when it leaves", async () => {
  const session = await createSession(app.context, aRequest());
  const attachment = await attach(session, { cols: 90, rows: 30 });
  expect(viewer.frames[0]).toMatchObject({ type: "attached", cols: 90, rows: 30 });
  attachment.leave();
  await settled();
  expect(app.host.pane(session.id).sizes).toEqual([{ cols: 90, rows: 30 }]);
  expect(app.context.terminals.get(session.id)?.isWatched).toBe(false);
});

test("what is typed and pasted arrives in order, and what comes after the end is ignored", async () => {
  const session = await createSession(app.context, aRequest());
  const pane = app.host.pane(session.id);
  const attachment = await attach(session);
  await Promise.all([
    attachment.input(Buffer.from("a")),
    attachment.paste("b\nc"),
    attachment.input(Buffer.from("d")),
  ]);
  expect(pane.typed).toEqual(["a", "b\rc", "d"]);
  pane.end(null);
  await attachment.input(Buffer.from("late"));
  expect(pane.typed).toHaveLength(3);
});

test("a dormant session is refused, and a refused attach stamps nothing", async () => {
  const dormant = aSession({ life: { phase: "dormant" } });
  await app.store.add(dormant);
  await expect(attach(dormant)).rejects.toMatchObject({ code: "not_running" });
  expect(viewer.got).toEqual([]);
  expect(app.store.get(sessionId(1))?.observed.lastFocusedAt).toBeNull();
});

test("a session that ended shows its last screen, then its end, and takes no input", async () => {
  const exit = { code: 1, signal: null, at: 5 };
  const dead = aSession({ life: { phase: "dead", exit, settled: true } });
  await app.store.add(dead);
  await app.finalScreens.write(dead.id, { cols: 70, rows: 20, bytes: Buffer.from("last") });
  const attachment = await attach(dead);
  await attachment.input(Buffer.from("x"));
  attachment.resize({ cols: 10, rows: 10 });
  attachment.leave();
  expect(viewer.got).toEqual(["attached", "<last>", "live", "ended"]);
  expect(viewer.frames[0]).toMatchObject({ cols: 70, rows: 20 });
  expect(viewer.frames.at(-1)).toEqual({ type: "ended", exit });
});

test("a session that ended and whose last screen was lost says so", async () => {
  const dead = aSession({ life: { phase: "dead", exit: null, settled: true } });
  await app.store.add(dead);
  await attach(dead);
  expect(viewer.screen).toContain("lost");
});

import { readFile } from "node:fs/promises";
import { EMPTY_VIEW, reduceView } from "@maestro/client";
import { ServerEvent, tokenProtocol, WS_PROTOCOL } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { EventLog } from "../support/event-log.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;

beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const byId = (sessions: Iterable<{ readonly id: string }>): string[] =>
  [...sessions].map(({ id }) => id).sort();

async function residentKb(): Promise<number> {
  const status = await readFile(`/proc/${daemon.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

test("C18 a subscriber that does not read falls behind alone, and ends with exactly what there is", async () => {
  const url = `${daemon.url.replace("http", "ws")}/api/events`;
  const slow = new WebSocket(url, [WS_PROTOCOL, tokenProtocol(daemon.token)]);
  const frames: ServerEvent[] = [];
  slow.on("message", (message: Buffer) => {
    frames.push(ServerEvent.parse(JSON.parse(message.toString("utf8"))));
  });
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => (await daemon.create({ command: ["cat"] })).id),
  );
  await eventually(() => expect(frames.length).toBeGreaterThan(8));
  slow.pause();
  const before = await residentKb();
  const quick = await EventLog.open(daemon);
  const kill = (id: string) => daemon.api.killSession({ params: { id }, query: {} });
  await Promise.all(ids.slice(0, 4).map(kill));
  const [last = ""] = ids.slice(-1);
  for (let n = 0; n < 150; n++) {
    const metadata = { large: "x".repeat(100_000), n };
    await daemon.api.updateSession({ params: { id: last }, body: { metadata } });
  }
  const added = await daemon.create({ command: ["cat"] });
  await quick.until((event) => event.type === "session_added" && event.session.id === added.id);
  expect(quick.frames.map(({ type }) => type)).not.toContain("lagged");
  // 15 MB were said to each; what waits for this one is a bounded part of that.
  expect((await residentKb()) - before).toBeLessThan(120_000);
  slow.resume();
  await eventually(() => expect(frames.map(({ type }) => type)).toContain("lagged"));
  const present = await daemon.api.listSessions();
  await eventually(() => {
    const lagged = frames.findLastIndex(({ type }) => type === "lagged");
    expect(frames[lagged + 1]?.type).toBe("sessions_snapshot");
    const { sessions, current } = frames.reduce(reduceView, EMPTY_VIEW);
    expect(current).toBe(true);
    expect(byId(sessions.values())).toEqual(byId(present));
    expect(sessions.get(last)?.metadata["n"]).toBe(149);
  });
  expect(new Set(frames.map(({ seq }) => seq)).size).toBeGreaterThan(8);
  quick.close();
  slow.close();
});

test("C18 a subscriber that comes back after a restart is given everything anew", async () => {
  const log = await EventLog.open(daemon);
  const { id } = await daemon.create({ command: ["cat"] });
  await log.until((event) => event.type === "session_added" && event.session.id === id);
  const places = new Set(log.frames.map(({ seq }) => seq));
  await daemon.crash();
  await daemon.up();
  await daemon.recovered();
  // Its own connection comes back by itself: the daemon is at the same address again.
  await eventually(() => {
    const snapshots = log.frames.filter(({ type }) => type === "sessions_snapshot");
    expect(snapshots.length).toBeGreaterThan(1);
    expect(places.has(snapshots.at(-1)?.seq ?? "")).toBe(false);
  });
  expect(byId(log.sessions.values())).toEqual(byId(await daemon.api.listSessions()));
  log.close();
});
